/** A table and a query → the body with the rows, and their number. */

import { MAX_ROWS, type OrderTerm, type SelectItem } from '../../rest/request.ts'
import type { ReadResult } from '../../rest/respond-rows.ts'
import type { Scalar } from '../tables/column-types.ts'
import {
  type Column,
  type Columns,
  findColumn,
  type Query,
  type Source,
  type Table,
} from '../tables/table.ts'
import { Unanswerable } from '../unanswerable.ts'
import { conditionTest } from './conditions.ts'

/** Returns the source that reads from a table. */
export function sourceOf<Row>(table: Table<Row>): Source {
  return (query) => selectRows(table, query)
}

/** Returns the source of one value, as a function returns it. Its value has no columns. */
export function valueSource(value: unknown): Source {
  return ({ select, filters, order, range }) => {
    const isWhole = select.every(({ kind }) => kind === 'all') && filters.length + order.length === 0
    if (!isWhole || range.offset > 0 || range.limit !== null) throw new Unanswerable('a part of a value')
    return { body: JSON.stringify(value), rows: 1, total: 1 }
  }
}

/** @throws Unanswerable for what is not implemented. */
function selectRows<Row>(table: Table<Row>, { select, filters, order, range, media }: Query): ReadResult {
  const { rows, columns } = table
  const selected = select.flatMap((item) => selectedColumns(item, table))
  const holds = conditionTest(filters, columns)
  const matching = filters.length === 0 ? rows : rows.filter(holds)
  const limit = Math.min(range.limit ?? MAX_ROWS, MAX_ROWS)
  const page = inOrder(matching, order, columns).slice(range.offset, range.offset + limit)
  const objects = page.map((row) => toObject(row, selected))
  return {
    body: JSON.stringify(media === 'object' ? objects[0] : objects),
    rows: page.length,
    total: matching.length,
  }
}

type NamedColumn<Row> = Column<Row> & { name: string }

function selectedColumns<Row>(item: SelectItem, { columns, isPartial }: Table<Row>): NamedColumn<Row>[] {
  if (item.kind === 'all' && !isPartial) {
    return Object.entries(columns).map(([name, column]) => ({ name, ...column }))
  }
  if (item.kind !== 'column') throw new Unanswerable(`a selection of kind ${item.kind}`)
  const { name, path, alias, cast } = item
  const column = findColumn(columns, name)
  if (!column || path || alias !== null || cast !== null) throw new Unanswerable(`the selection of ${name}`)
  return [{ name, ...column }]
}

function toObject<Row>(row: Row, selected: readonly NamedColumn<Row>[]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const { name, read } of selected) object[name] = read(row)
  return object
}

type Keyed<Row> = { row: Row; keys: readonly unknown[] }

/** Without an order, the rows are in the order in which they are stored. */
function inOrder<Row>(
  rows: readonly Row[],
  order: readonly OrderTerm[],
  columns: Columns<Row>,
): readonly Row[] {
  if (order.length === 0) return rows
  const ordering = order.map((term) => columnOf(term, columns))
  const comparisons = order.map((term, index) => keyComparison(term, ordering[index]))
  const keyed = rows.map((row): Keyed<Row> => ({ row, keys: ordering.map(({ read }) => read(row)) }))
  keyed.sort((one, other) => {
    let result = 0
    for (let at = 0; result === 0 && at < comparisons.length; at++) {
      result = comparisons[at]?.(one.keys[at], other.keys[at]) ?? 0
    }
    return result
  })
  return keyed.map(({ row }) => row)
}

function columnOf<Row>({ column: name, path }: OrderTerm, columns: Columns<Row>): Column<Row> {
  const column = findColumn(columns, name)
  if (!column || path) throw new Unanswerable(`the order by ${name}`)
  return column
}

/** As in PostgreSQL, null counts as greater than every value unless the term says where it comes. */
function keyComparison<Row>(
  { column: name, direction, nulls }: OrderTerm,
  column: Column<Row> | undefined,
): (one: unknown, other: unknown) => number {
  const compare = column?.type.compare
  if (!compare) throw new Unanswerable(`the order by ${name}`)
  const sign = direction === 'desc' ? -1 : 1
  const nullSign = (nulls ?? (direction === 'desc' ? 'first' : 'last')) === 'first' ? -1 : 1
  return (one, other) => {
    if (one === null || other === null) return nullSign * (Number(one === null) - Number(other === null))
    return sign * compare(one as Scalar, other as Scalar)
  }
}
