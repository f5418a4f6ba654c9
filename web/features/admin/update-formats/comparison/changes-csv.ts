import { FLAG_COLUMNS } from '../../../../../domain/csv/formats-header.ts'
import { forSpreadsheet } from '../../../../../domain/csv/formula-cells.ts'
import { FLAGS } from '../../../../../domain/film/formats.ts'
import type { FilmChange } from './comparison.ts'

const COLUMNS = ['Spine', 'Title', 'Column', 'Before', 'After']

/** What was changed, as CSV (RFC 4180): a line for each flag of a film, in the words of the file of formats. */
export async function changesFile(changes: readonly FilmChange[]): Promise<Blob> {
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
  // The mark at the start tells spreadsheets that é is one letter.
  const csv = `\uFEFF${Papa.unparse({ fields: COLUMNS, data: lines }, { newline: '\r\n' })}\r\n`
  return new Blob([csv], { type: 'text/csv' })
}
