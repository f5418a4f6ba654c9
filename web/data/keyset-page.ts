export interface Rows {
  or(conditions: string): this
}

/** What a row has in the two columns that an order goes by; of the second no two rows have the same. */
export interface Cursor {
  value: string | number
  tie: number
}

/** Leaves the rows that come after a place in an ascending order by two columns. */
export function afterCursor<Query extends Rows>(
  rows: Query,
  column: string,
  tieColumn: string,
  { value, tie }: Cursor,
): Query {
  const written = quoteFilterValue(value)
  return rows.or(`${column}.gt.${written},and(${column}.eq.${written},${tieColumn}.gt.${tie})`)
}

/** In quotes a comma, a bracket or a dot ends nothing. */
export function quoteFilterValue(value: string | number): string {
  return `"${String(value).replace(/["\\]/g, '\\$&')}"`
}
