import type { Part } from '../part.ts'
import type { ImportList, ImportRow } from '../row.ts'
import type { TableRow } from '../table.ts'

/** The export of one program or site. */
export interface ImportFormat {
  id: string
  /** The name of the program or site. */
  name: string
  /** What the file cannot say, in the preview: `Letterboxd knows what you watched, not what stands on your shelf.` */
  remark?: string
  /**
   * Reads the parts of a file that have the shape of this format, found by their headers.
   * @returns one list for each meaning; none if no part has the shape.
   */
  read: (parts: readonly Part[]) => ImportList[]
}

/** Makes a row of a table's row. A malformed one is left out with its fault. */
export function rowOf(row: TableRow, read: (row: TableRow) => Omit<ImportRow, 'line'>): ImportRow {
  return row.malformed === undefined
    ? { line: row.line, ...read(row) }
    : { line: row.line, unusable: `the row ${row.malformed}` }
}

/** Divides rows into lists by a text of each row, such as the status of a collection. */
export function listsBy<Source>(
  sources: readonly Source[],
  listOf: (source: Source) => Omit<ImportList, 'rows'>,
  read: (source: Source) => ImportRow,
): ImportList[] {
  const lists = new Map<string, ImportList>()
  for (const source of sources) {
    const list = listOf(source)
    const known = lists.get(list.name) ?? { ...list, rows: [] }
    lists.set(list.name, known)
    known.rows.push(read(source))
  }
  return [...lists.values()]
}

/** The name of a file without its folder. */
export function fileName(name: string): string {
  return name.split('/').at(-1) ?? name
}
