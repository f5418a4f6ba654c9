import type { Condition } from '../request.ts'

/** Rows behind one row, in an order by two columns: what PostgreSQL finds by an index on both, however deep. */
export interface Seek {
  columns: readonly [string, string]
  operator: 'gt' | 'lt'
  values: readonly [string, string]
}

type Compared = Condition & { kind: 'comparison' }

/**
 * Reads `or=(title.gt.M,and(title.eq.M,spine.gt.5))` as the comparison of rows that it means: (title, spine) > (M, 5),
 * also where a column is null. Of the two only the comparison is looked up in an index; the other form walks all rows
 * before it. Null for any other condition, as for one on a path into JSON.
 */
export function seekOf(condition: Condition): Seek | null {
  if (condition.kind !== 'or' || condition.negated || condition.members.length !== 2) return null
  const [beyond, tied] = condition.members
  if (tied?.kind !== 'and' || tied.negated || tied.members.length !== 2) return null
  const [same, next] = tied.members
  if (!isPlain(beyond) || !isPlain(same) || !isPlain(next)) return null
  if (beyond.operator !== 'gt' && beyond.operator !== 'lt') return null
  if (same.operator !== 'eq' || same.column !== beyond.column || same.value !== beyond.value) return null
  if (next.operator !== beyond.operator) return null
  return {
    columns: [beyond.column, next.column],
    operator: beyond.operator,
    values: [beyond.value, next.value],
  }
}

/** Whether it compares a column as it is with one value. */
function isPlain(condition: Condition | undefined): condition is Compared {
  if (condition?.kind !== 'comparison' || condition.negated || condition.path) return false
  return !('quantifier' in condition)
}
