import type { ImportList, ImportRow, Meaning } from '../../row.ts'
import { guessMeaning, isYes } from '../meaning.ts'
import type { Part } from '../part.ts'
import { type Table, type TableRow, tableWith } from '../table.ts'
import type { DateOrder } from '../values.ts'

/** The export of one program or site. */
export interface ImportFormat {
  id: string
  /** The name of the program or site. */
  name: string
  /** What the file cannot say, in the preview: `Letterboxd knows what you watched, not what stands on your shelf.` */
  remark?: string
  /**
   * Reads the parts of a file that have the shape of this format, found by their headers.
   * @returns the lists of these parts; none if no part has the shape.
   */
  read: (parts: readonly Part[]) => ImportList[]
}

/** The table of a part that has all of these columns; undefined if the part is none. */
export function tableIn(part: Part, columns: readonly string[], dates?: DateOrder): Table | undefined {
  return part.kind === 'table' ? tableWith(part.records, columns, dates) : undefined
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

/** A list that the file names; what it means follows from the name if it can. */
export function listNamed(name: string, otherwise: Meaning = 'owned'): Omit<ImportList, 'rows'> {
  return { name, meaning: guessMeaning(name, otherwise) }
}

/** The list of the rows of watched films; none without rows. */
export function watchedList(rows: ImportRow[], name = 'Watched'): ImportList[] {
  return rows.length > 0 ? [{ name, meaning: 'watched', rows }] : []
}

/** A row of a disc, and whether the file says that its film was watched; undefined if it does not say. */
interface Seen {
  row: ImportRow
  isSeen: boolean | undefined
}

/** What a column for yes or no says; undefined if the cell is empty. */
export function saysYes(text: string): boolean | undefined {
  return text === '' ? undefined : isYes(text)
}

/**
 * The lists of watched films, besides the list of discs: the films that the file says were watched or gives a day for,
 * and those that are only rated, as by Letterboxd and IMDb. The rated films form a separate list, which can be left out
 * if the ratings are not the person's.
 */
export function seenLists(rows: readonly Seen[], name?: string): ImportList[] {
  const watched = rows.filter(({ row, isSeen }) => isSeen || row.watchedOn !== undefined)
  const rated = rows.filter(
    ({ row, isSeen }) => isSeen === undefined && row.watchedOn === undefined && row.rating !== undefined,
  )
  const rowsOf = (seen: readonly Seen[]) => seen.map(({ row }) => row)
  return [...watchedList(rowsOf(watched), name), ...watchedList(rowsOf(rated), 'Rated')]
}

/** The name of a file without its folder. */
export function fileName(name: string): string {
  return name.split('/').at(-1) ?? name
}
