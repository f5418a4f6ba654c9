import Papa from 'papaparse'

export interface CsvRecord {
  /** Where it starts; the first line is 1. */
  line: number
  cells: string[]
  malformed?: string | undefined
}

/** The records with the line each starts on; a quoted cell may hold line breaks. Blank lines are passed over. */
export function csvRecords(csv: string, delimiter = ','): CsvRecord[] {
  const found: CsvRecord[] = []
  const source = csv.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  let start = 0
  let line = 1
  Papa.parse<string[]>(source, {
    delimiter,
    newline: '\n',
    step: ({ data, meta, errors }) => {
      if (data.some((cell) => cell.trim() !== '')) {
        found.push({ line, cells: data, malformed: errors[0] && 'has a quotation mark out of place' })
      }
      for (
        let at = source.indexOf('\n', start);
        at >= 0 && at < meta.cursor;
        at = source.indexOf('\n', at + 1)
      ) {
        line++
      }
      start = meta.cursor
    },
  })
  return found
}
