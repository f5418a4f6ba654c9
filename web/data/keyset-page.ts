export interface Rows {
  or(conditions: string): this
}

/** The values of a row in the two columns of an order. The second column, the tie-breaker, is unique. */
export interface Cursor {
  value: string | number
  tie: number
}

/** Restricts a query to the rows after a cursor, in an ascending order by two columns. */
export function afterCursor<Query extends Rows>(
  rows: Query,
  column: string,
  tieColumn: string,
  { value, tie }: Cursor,
): Query {
  const quoted = quoteFilterValue(value)
  return rows.or(`${column}.gt.${quoted},and(${column}.eq.${quoted},${tieColumn}.gt.${tie})`)
}

/** Quotes a value for a PostgREST filter, in which commas, parentheses and dots separate otherwise. */
export function quoteFilterValue(value: string | number): string {
  return `"${String(value).replace(/["\\]/g, '\\$&')}"`
}
