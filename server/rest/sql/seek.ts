/** SQL: a condition → the columns and values of a cursor, if it selects the rows after one. */

import type { Condition } from '../../../domain/rest/request.ts'

/** The rows after a cursor in an order by two columns. With an index on both, PostgreSQL finds them at any depth. */
export interface Seek {
  columns: readonly [string, string]
  operator: 'gt' | 'lt'
  values: readonly [string, string]
}

type Compared = Condition & { kind: 'comparison' }

/**
 * Reads `or=(title.gt.M,and(title.eq.M,spine.gt.5))` as the equivalent row comparison (title, spine) > (M, 5). The two
 * are equivalent for nulls too. PostgreSQL uses an index only for the row comparison; for the other form it scans all
 * rows before the cursor. Returns null for any other condition, such as one on a path into JSON.
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

/** Whether the condition compares a column itself, without a path, with one value. */
function isPlain(condition: Condition | undefined): condition is Compared {
  if (condition?.kind !== 'comparison' || condition.negated || condition.path) return false
  return !('quantifier' in condition)
}
