/** What a request reads from. */

import type { ReadRequest } from '../../rest/request.ts'
import type { ReadResult } from '../../rest/respond-rows.ts'
import type { ColumnType } from './column-types.ts'

export interface Column<Row> {
  type: ColumnType
  read: (row: Row) => unknown
}

export type Columns<Row> = Readonly<Record<string, Column<Row>>>

export interface Table<Row> {
  rows: readonly Row[]
  columns: Columns<Row>
  /** The database's table has further columns, so that all columns cannot be selected. */
  isPartial?: true
}

/** The parts of a request that choose rows, columns and an order. */
export type Query = Pick<ReadRequest, 'select' | 'filters' | 'order' | 'range' | 'media'>

/** A table, or the result of a function. */
export type Source = (query: Query) => ReadResult

/** Returns the columns of rows that are objects with these keys. */
export function columnsOf<Row extends object>(
  types: Readonly<Record<keyof Row & string, ColumnType>>,
): Columns<Row> {
  return Object.fromEntries(
    Object.entries<ColumnType>(types).map(([name, type]) => [
      name,
      { type, read: (row: Row) => row[name as keyof Row] },
    ]),
  )
}

/** Finds a column; undefined for a name of no column, such as that of a property of all objects. */
export function findColumn<Row>(columns: Columns<Row>, name: string): Column<Row> | undefined {
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}
