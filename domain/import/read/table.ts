import { fromSpreadsheet } from '../../csv/formula-cells.ts'
import type { CsvRecord } from '../../csv/records.ts'
import { type DateOrder, orderOfDates, readDate } from './values.ts'

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
  /** The date in the first of these columns that has a text. */
  date: (...names: string[]) => string | undefined
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
 * @param usual the order of dates with slashes in columns that do not show another one.
 */
export function tableWith(
  records: readonly CsvRecord[],
  wanted: readonly string[],
  usual: DateOrder | 'unknown' = 'mdy',
): Table | undefined {
  const at = headerWith(records, wanted)
  const header = records[at]
  if (!header) return undefined
  const columns = header.cells.map(columnName)
  const indexes = new Map<string, number>()
  for (const [index, name] of columns.entries()) if (name && !indexes.has(name)) indexes.set(name, index)
  // A column alone has no separator, so a comma in it belongs to the text: `Seven Samurai, The`.
  const below = records.slice(at + 1).map((record) => (columns.length === 1 ? inOneCell(record) : record))
  const orders = new Map<number, DateOrder | 'unknown'>()
  const orderIn = (index: number) => {
    const order = orders.get(index) ?? orderOfDates(below.map(({ cells }) => textAt(cells, index))) ?? usual
    orders.set(index, order)
    return order
  }
  return { columns, rows: below.map((record) => rowOf(record, indexes, orderIn)) }
}

function inOneCell(record: CsvRecord): CsvRecord {
  return { ...record, cells: [record.cells.filter(Boolean).join(', ')] }
}

/** The index of the first record that has all of these columns; -1 if there is none. */
export function headerWith(records: readonly CsvRecord[], wanted: readonly string[]): number {
  return records.slice(0, HEADER_WITHIN).findIndex(({ cells }) => {
    if (cells.length > MAX_COLUMNS) return false
    const names = new Set(cells.map(columnName))
    return wanted.every((name) => names.has(name))
  })
}

function rowOf(
  { line, cells, malformed }: CsvRecord,
  indexes: ReadonlyMap<string, number>,
  orderIn: (index: number) => DateOrder | 'unknown',
): TableRow {
  const filled = (names: readonly string[]) => {
    for (const name of names) {
      const index = indexes.get(name)
      const text = index === undefined ? '' : textAt(cells, index)
      if (index !== undefined && text !== '') return { index, text }
    }
    return undefined
  }
  return {
    line,
    malformed,
    cell: (...names) => filled(names)?.text ?? '',
    date: (...names) => {
      const found = filled(names)
      return found && readDate(found.text, orderIn(found.index))
    },
  }
}

function textAt(cells: readonly string[], index: number): string {
  return fromSpreadsheet((cells[index] ?? '').trim())
}
