import Papa from 'papaparse'

export interface CsvRecord {
  /** The line on which the record starts; the first line is 1. */
  line: number
  cells: string[]
  malformed?: string | undefined
}

/** Returns the records of a CSV text. A quoted cell may contain line breaks; blank lines are skipped. */
export function csvRecords(csv: string, delimiter = ','): CsvRecord[] {
  const found: CsvRecord[] = []
  const source = csv.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  let start = 0
  let line = 1
  Papa.parse<string[]>(source, {
    delimiter,
    newline: '\n',
    step: ({ data, meta, errors }) => {
      const next = line + lineBreaks(source, start, meta.cursor)
      if (data.some((cell) => cell.trim() !== '')) {
        found.push({ line, cells: data, malformed: errors[0] && misquoted(line, next - 1) })
      }
      line = next
      start = meta.cursor
    },
  })
  return found
}

/** How many characters of a text show its separator. */
const SAMPLE = 10_000

/**
 * Returns the separator of a table: a comma, a semicolon or a tab. It divides the most records, the header among them,
 * and of several such separators it divides the most records into as many cells. Counting signs would not do: titles,
 * notes and prices have commas and semicolons, too.
 */
export function delimiterOf(text: string): string {
  const sample = text.slice(0, SAMPLE)
  const [best] = [',', ';', '\t']
    .map((delimiter) => {
      const widths = csvRecords(sample, delimiter).map(({ cells }) => cells.length)
      const divided = widths.filter((width) => width > 1)
      return { delimiter, divided: divided.length, alike: mostAlike(divided), cells: Math.max(0, ...divided) }
    })
    .sort((one, other) => other.divided - one.divided || other.alike - one.alike || other.cells - one.cells)
  return best?.delimiter ?? ','
}

/** How often the most frequent number occurs. */
function mostAlike(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** A quotation that does not end continues to the next quotation mark, or to the end of the file. */
function misquoted(line: number, last: number): string {
  const takenAlong = last > line ? `, which takes everything up to line ${last} along` : ''
  return `has a quotation mark out of place${takenAlong}`
}
