import { fromSpreadsheet } from '../../csv/formula-cells.ts'
import type { CsvRecord } from '../../csv/records.ts'

/** A table whose columns are found by name. */
export interface Table {
  /** The names of the columns as they are compared, in the file's order. */
  columns: string[]
  rows: TableRow[]
}

export interface TableRow {
  line: number
  /** Why the row cannot be used: a sentence's predicate. */
  malformed: string | undefined
  /** The text of the first of these columns that has one, without spaces around it; empty if none has. */
  cell: (...names: string[]) => string
}

/** A column's name as it is compared: lower case, only letters and digits. */
export function columnName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const MAX_COLUMNS = 1000
// The header of a Letterboxd list follows a table of its own, and that of a sheet a heading.
const HEADER_WITHIN = 20

/**
 * Finds the first record that has all of these columns, and returns it as the header of the records after it.
 * @param wanted column names as `columnName` returns them.
 */
export function tableWith(records: readonly CsvRecord[], wanted: readonly string[]): Table | undefined {
  const at = headerWith(records, wanted)
  const header = records[at]
  if (!header) return undefined
  const columns = header.cells.map(columnName)
  const indexes = new Map<string, number>()
  for (const [index, name] of columns.entries()) if (name && !indexes.has(name)) indexes.set(name, index)
  return { columns, rows: records.slice(at + 1).map((record) => rowOf(record, indexes)) }
}

/** The index of the first record that has all of these columns; -1 if there is none. */
export function headerWith(records: readonly CsvRecord[], wanted: readonly string[]): number {
  return records.slice(0, HEADER_WITHIN).findIndex(({ cells }) => {
    if (cells.length > MAX_COLUMNS) return false
    const names = new Set(cells.map(columnName))
    return wanted.every((name) => names.has(name))
  })
}

function rowOf({ line, cells, malformed }: CsvRecord, indexes: ReadonlyMap<string, number>): TableRow {
  return {
    line,
    malformed,
    cell: (...names) => {
      for (const name of names) {
        const index = indexes.get(name)
        const text = index === undefined ? '' : (cells[index] ?? '').trim()
        if (text !== '') return fromSpreadsheet(text)
      }
      return ''
    },
  }
}
