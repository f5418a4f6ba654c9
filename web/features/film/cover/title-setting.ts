import { breakLines, cutIntoPieces, fillLines } from './line-breaks.ts'
import { ems, SANS } from './type-widths.ts'

/** Title sizes in hundredths of the cover's width, the same as in the classes `.size0` and following. */
export const TITLE_SIZES = [25, 21, 18, 16, 14.5, 13, 11.8, 10.6, 9.6, 8.7, 7.8, 7, 6.2] as const
const LEADING = 1.04
export const CREDIT_SIZE = 5.2
const CREDIT_LEADING = 1.25
export const MARGIN = 8
/** The left margin beside a film strip. */
export const STRIP_MARGIN = 27
const TITLE_TOP = 7
const CREDIT_GAP = 2.6

/** The greatest height of a title by its number of lines; more lines may push the drawing further down. */
const TALLEST = [0, 27, 27.5, 33.5, 37, 40, 41]
const MAX_LINES = 6

export interface TitleSetting {
  lines: string[]
  /** The index in TITLE_SIZES. */
  step: number
  credit: string[]
  /** The y where the drawing may begin. */
  top: number
}

/** Breaks title and credit into lines beside a margin of `left`. The breaks are the same at any width of the cover. */
export function setTitle(title: string, director: string, year: number | null, left = MARGIN): TitleSetting {
  const width = 100 - MARGIN - left
  const { lines, step } = largest(title, width)
  const credit = creditLines(director, year, width)
  const size = TITLE_SIZES[step] ?? 0
  const foot =
    TITLE_TOP + lines.length * size * LEADING + CREDIT_GAP + credit.length * CREDIT_SIZE * CREDIT_LEADING
  return { lines, step, credit, top: Math.max(46, foot + 4.5) }
}

/** Chooses the largest size. Each further line has a cost, so that a long title does not become a narrow column. */
function largest(title: string, width: number): { lines: string[]; step: number } {
  const pieces = cutIntoPieces(title)
  let best: { lines: string[]; step: number; weight: number } | undefined
  for (const [step, size] of TITLE_SIZES.entries()) {
    for (let count = 1; count < TALLEST.length; count++) {
      if (count * size * LEADING > (TALLEST[count] ?? 0)) continue
      const weight = size * (1 - 0.09 * (count - 1))
      if (best && best.weight >= weight) continue
      const lines = breakLines(pieces, count, width / size)
      if (lines) best = { lines, step, weight }
    }
  }
  if (best) return best
  const smallest = TITLE_SIZES.length - 1
  const lines = fillLines(pieces, width / (TITLE_SIZES[smallest] ?? 1))
  // Only for titles longer than any in the catalogue.
  return {
    lines: lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), '…'] : lines,
    step: smallest,
  }
}

/**
 * `Director · year` on one line. If that is too wide, the year goes below the director; if the director is too wide,
 * the names are broken into two lines, and further names are left out.
 */
function creditLines(director: string, year: number | null, width: number): string[] {
  const measure = width / (CREDIT_SIZE * SANS)
  const date = year === null ? '' : `\u00a0·\u00a0${year}`
  const line = director + date.replaceAll('\u00a0', ' ')
  if (ems(line) <= measure) return [line]
  if (year !== null && ems(director) <= measure) return [director, String(year)]
  const names = director.split(/(?<=,|\s&|\sand)\s(?!and )/)
  for (let count = names.length; count > 0; count--) {
    const shown = names.slice(0, count).map((name) => name.replaceAll(' ', '\u00a0'))
    const cut = count < names.length
    const text = `${shown.join(' ').replace(cut ? /,?(\s&|\sand)?$/ : /$/, cut ? '\u00a0…' : '')}${date}`
    const lines =
      breakLines(cutIntoPieces(text), 2, measure) ??
      breakLines(cutIntoPieces(text.replaceAll('\u00a0', ' ')), 2, measure)
    if (lines) return lines
  }
  return year === null ? [] : [String(year)]
}

/** The width of a title's longest line in hundredths of the cover's width; exported for the tests. */
export const titleWidth = ({ lines, step }: TitleSetting): number =>
  Math.max(...lines.map(ems)) * (TITLE_SIZES[step] ?? 0)
