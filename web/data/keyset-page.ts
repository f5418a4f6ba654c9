export interface Rows {
  or(conditions: string): this
}

/** The values of a row in the two columns of an order. The second column, the tie-breaker, is unique. */
export interface Cursor {
  value: string | number
  tie: number
}

/** Restricts a query to the rows after a cursor, in an order by two columns in the same direction. */
export function afterCursor<Query extends Rows>(
  rows: Query,
  column: string,
  tieColumn: string,
  { value, tie }: Cursor,
  direction: 'asc' | 'desc' = 'asc',
): Query {
  const quoted = quoteFilterValue(value)
  const beyond = direction === 'asc' ? 'gt' : 'lt'
  return rows.or(`${column}.${beyond}.${quoted},and(${column}.eq.${quoted},${tieColumn}.${beyond}.${tie})`)
}

/** Quotes a value for a PostgREST filter, in which commas, parentheses and dots separate otherwise. */
export function quoteFilterValue(value: string | number): string {
  return `"${String(value).replace(/["\\]/g, '\\$&')}"`
}
