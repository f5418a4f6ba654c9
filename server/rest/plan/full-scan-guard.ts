import { DatabaseError } from '../../db/database.ts'
import { ApiError } from '../../errors.ts'
import type { Comparison, Condition } from '../request.ts'
import { type Relation, SCHEMA } from '../schema/schema.ts'
import { literal, quoted } from '../sql/names-sql.ts'
import { refuseRows } from '../sql/rows-sql.ts'

/** Every row may be looked at, and the row rules asked of each, within some tenths of a second. */
const FEW_ROWS = 20_000

/**
 * Whether a read may come to walk the rows of everybody, which takes longer with every account there is: it names
 * nobody, that is no value of the first column of a key of what belongs to people.
 */
export function walksEverybody(relation: Relation, conditions: readonly Condition[]): boolean {
  return relation.perPerson && !conditions.some((condition) => namesOneOf(firstOfKeys(relation), condition))
}

function firstOfKeys({ primaryKey, uniqueKeys }: Relation): string[] {
  return [primaryKey, ...uniqueKeys].flatMap(([first]) => first ?? [])
}

/** Whether it leaves the rows with certain values of one of these columns. */
function namesOneOf(columns: readonly string[], condition: Condition): boolean {
  if (condition.negated) return false
  if (condition.kind === 'comparison') {
    return isOneOf(condition) && !condition.path && columns.includes(condition.column)
  }
  return condition.kind === 'and' && condition.members.some((member) => namesOneOf(columns, member))
}

/** All of no values are equal to anything. */
function isOneOf(comparison: Comparison): boolean {
  return comparison.operator === 'in' || (comparison.operator === 'eq' && comparison.quantifier !== 'all')
}

/** Our own SQLSTATE, of `auth.refuse_rows`. */
const TOO_MANY = 'CC540'

/**
 * A condition that holds while a relation is small, by the database's own estimate, and else makes the statement fail
 * before it looks at a row.
 */
export function smallOrRefused(name: string): string {
  return (
    `(select case when reltuples <= ${FEW_ROWS} then true else ${refuseRows(TOO_MANY, 'reltuples::bigint')} > 0 end ` +
    `from pg_catalog.pg_class where oid = ${literal(`${SCHEMA}.${quoted(name)}`)}::regclass)`
  )
}

/** What the database said of a relation that is not small, for who asked; any other error as it is. */
export function withSizeRefusal(error: unknown, relation: Relation | null): unknown {
  if (!relation || !(error instanceof DatabaseError && error.code === TOO_MANY)) return error
  return new ApiError(
    400,
    '54000',
    `The rows of '${relation.name}' are too many to read other than a person at a time`,
    null,
    `Add a filter such as ${firstOfKeys(relation)
      .map((key) => `${key}=eq.<value>`)
      .join(' or ')}.`,
  )
}
