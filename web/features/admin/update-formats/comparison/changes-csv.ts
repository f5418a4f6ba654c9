import { FLAG_COLUMNS } from '../../../../../domain/csv/formats-header.ts'
import { forSpreadsheet } from '../../../../../domain/csv/formula-cells.ts'
import { FLAGS } from '../../../../../domain/film/formats.ts'
import type { FilmChange } from './comparison.ts'

const COLUMNS = ['Spine', 'Title', 'Column', 'Before', 'After']

/** The changes as CSV (RFC 4180): a line for each changed flag, with the column names of the formats file. */
export async function changesCsv(changes: readonly FilmChange[]): Promise<Blob> {
  const { default: Papa } = await import('papaparse')
  const mark = (flag: boolean | undefined) => (flag ? 'X' : '')
  const lines = changes.flatMap(({ spine, title, before, after }) =>
    FLAGS.filter((flag) => after[flag] !== undefined).map((flag) => [
      spine,
      forSpreadsheet(title),
      FLAG_COLUMNS[flag],
      mark(before[flag]),
      mark(after[flag]),
    ]),
  )
  // Spreadsheets recognise UTF-8 by the byte order mark.
  const csv = `\uFEFF${Papa.unparse({ fields: COLUMNS, data: lines }, { newline: '\r\n' })}\r\n`
  return new Blob([csv], { type: 'text/csv' })
}
