/** Plan: a relation and its conditions → whether a read may scan the rows of all people, and SQL to prevent it. */

import { ApiError } from '../../../domain/rest/api-error.ts'
import { type Comparison, type Condition, SCHEMA } from '../../../domain/rest/request.ts'
import { DatabaseError } from '../../db/database.ts'
import type { Relation } from '../schema/schema.ts'
import { literal, quoted } from '../sql/names-sql.ts'
import { refuseRows } from '../sql/rows-sql.ts'

/** The database reads this many rows and evaluates the row rules for each within some tenths of a second. */
const MAX_SCANNED_ROWS = 20_000

/**
 * Whether a read may scan the rows of all people, which takes longer with every account. It may if no condition gives
 * the first column of a key of a relation that belongs to people.
 */
export function needsFullScanGuard(relation: Relation, conditions: readonly Condition[]): boolean {
  return (
    relation.perPerson &&
    !conditions.some((condition) => restrictsOneOf(firstKeyColumns(relation), condition))
  )
}

function firstKeyColumns({ primaryKey, uniqueKeys }: Relation): string[] {
  return [primaryKey, ...uniqueKeys].flatMap(([first]) => first ?? [])
}

/** Whether the condition restricts one of these columns to given values. */
function restrictsOneOf(columns: readonly string[], condition: Condition): boolean {
  if (condition.negated) return false
  if (condition.kind === 'comparison') {
    return isEquality(condition) && !condition.path && columns.includes(condition.column)
  }
  return condition.kind === 'and' && condition.members.some((member) => restrictsOneOf(columns, member))
}

/** Not `eq(all)`: with an empty array it holds for every row. */
function isEquality(comparison: Comparison): boolean {
  return comparison.operator === 'in' || (comparison.operator === 'eq' && comparison.quantifier !== 'all')
}

/** Our own SQLSTATE, raised by `auth.refuse_rows`. */
const TOO_MANY = 'CC540'

/**
 * Returns a condition in SQL that is true while the database estimates that the relation is small. Otherwise it makes
 * the statement fail before it reads a row.
 */
export function fullScanGuardSql(name: string): string {
  return (
    `(select case when reltuples <= ${MAX_SCANNED_ROWS} then true else ${refuseRows(TOO_MANY, 'reltuples::bigint')} > 0 end ` +
    `from pg_catalog.pg_class where oid = ${literal(`${SCHEMA}.${quoted(name)}`)}::regclass)`
  )
}

/** Turns the error of the guard into an ApiError that names a filter to add. Any other error is returned as it is. */
export function toFullScanError(error: unknown, relation: Relation | null): unknown {
  if (!relation || !(error instanceof DatabaseError && error.code === TOO_MANY)) return error
  return new ApiError(
    400,
    '54000',
    `'${relation.name}' has too many rows to be read without a filter on one person`,
    null,
    `Add a filter such as ${firstKeyColumns(relation)
      .map((key) => `${key}=eq.<value>`)
      .join(' or ')}.`,
  )
}
