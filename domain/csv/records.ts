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

/** Returns the separator that occurs most often in a text: a comma, a semicolon or a tab. */
export function delimiterOf(text: string): string {
  const count = (sign: string) => text.split(sign).length
  return [',', ';', '\t'].reduce((most, sign) => (count(sign) > count(most) ? sign : most))
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
