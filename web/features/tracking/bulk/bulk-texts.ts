import { formatCount } from '../../../../domain/film/format-count.ts'
import { FORMAT_LABELS } from '../../../../domain/film/formats.ts'
import { isFormat, type Mark } from '../../../../domain/tracking/marks.ts'
import { additionText, removalText } from '../marks/mark-texts.ts'

/**
 * The toast after many films were marked at once.
 * @param left how many films were never released in the format.
 * @param copies how many copies were removed with it.
 */
export function bulkText(
  mark: Mark,
  on: boolean,
  changed: number,
  left: number,
  copies = 0,
): { title: string; description?: string } {
  const title = `${on ? additionText(mark) : removalText(mark)}: ${titles(changed)}`
  if (copies > 0) {
    const removed =
      copies === 1 ? '1 copy with its details was' : `${formatCount(copies)} copies with their details were`
    return { title, description: `${removed} removed, too.` }
  }
  if (left === 0 || !isFormat(mark)) return { title }
  const were = left === 1 ? 'was' : 'were'
  return { title, description: `${titles(left)} ${were} not released on ${FORMAT_LABELS[mark]}.` }
}

function titles(count: number): string {
  return count === 1 ? '1 title' : `${formatCount(count)} titles`
}
