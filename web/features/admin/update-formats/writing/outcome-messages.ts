import { formatCount } from '../../../../../domain/film/format-count.ts'
import { listText } from '../../../../../domain/list-text.ts'
import { filmsInWords } from '../../history/films-in-words.ts'
import type { RevertOutcome } from '../../history/revert-outcome.ts'
import type { FilmChange } from '../comparison/comparison.ts'
import type { Outcome } from './write-changes.ts'

const MAX_SHOWN = 60

/** How many films were updated, and how many were not. */
export function outcomeInWords({ written, left, certain }: Outcome): string {
  const done = `${filmsInWords(written.length)} ${wereOf(written.length)} updated`
  if (left.length === 0) return `${done}.`
  const rest = formatCount(left.length)
  if (certain) return `${done}, ${rest} ${wereOf(left.length)} not.`
  return `${done}; for ${rest} more this is unknown.`
}

/** Why films were not updated, and what to do. */
export function reasonsOf({ failures, certain, left }: Outcome): string[] {
  const reasons = failures.map(({ sentence }) => sentence)
  // Trying again makes sense only after the file has been compared again.
  if (needsComparison({ failures })) return reasons
  return [
    ...reasons,
    certain
      ? 'Trying again writes only the remaining films.'
      : `Nothing is written twice. Try again to find out whether ${left.length === 1 ? 'it was' : 'they were'} updated.`,
  ]
}

/** Whether others changed the films in the meantime, so that the file must be compared again. */
export function needsComparison({ failures }: Pick<Outcome, 'failures'>): boolean {
  return failures.some(({ code }) => code === 'PT409')
}

/** Lists the spines of the remaining films. */
export function spinesInWords(left: readonly FilmChange[]): string {
  const runs = runsOf(left.map(({ spine }) => spine))
  const shown = runs
    .slice(0, MAX_SHOWN)
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
  const more = runs.length - shown.length
  const list = listText(more > 0 ? [...shown, 'others'] : shown)
  return `${left.length === 1 ? 'Remaining spine' : 'Remaining spines'}: ${list}.`
}

/** Runs of consecutive spines. */
function runsOf(spines: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = []
  for (const spine of spines) {
    const run = runs.at(-1)
    if (run?.[1] === spine - 1) run[1] = spine
    else runs.push([spine, spine])
  }
  return runs
}

/** How many films were reverted. */
export function revertInWords({ reverted }: RevertOutcome): string {
  if (reverted === 0) return 'Nothing was reverted.'
  return `${filmsInWords(reverted)} ${wereOf(reverted)} reverted.`
}

/** Which films were not reverted. */
export function notRevertedInWords({ overtaken }: RevertOutcome): string | undefined {
  if (overtaken.length === 0) return undefined
  const names = overtaken.slice(0, MAX_SHOWN).map(({ spine, title }) => `${title} (${spine})`)
  const more = overtaken.length - names.length
  const list = listText(more > 0 ? [...names, `${more} more`] : names)
  return `Not reverted, because of a later change, deletion or revert: ${list}.`
}

function wereOf(count: number): string {
  return count === 1 ? 'was' : 'were'
}
