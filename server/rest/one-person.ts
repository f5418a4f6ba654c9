import { ApiError } from '../errors.ts'
import type { Condition } from './request.ts'
import type { Relation } from './schema.ts'

/**
 * What belongs to people is read one person at a time: whatever walks the rows of everybody takes longer with every
 * account there is. So a read of such a relation names the first column of one of its keys.
 * @throws ApiError 400 (54000).
 */
export function requireOnePerson(relation: Relation, conditions: readonly Condition[]): void {
  if (!relation.perPerson) return
  const keys = [relation.primaryKey, ...relation.uniqueKeys].flatMap(([first]) => first ?? [])
  if (conditions.some((condition) => isOneOf(keys, condition))) return
  throw new ApiError(
    400,
    '54000',
    `The rows of '${relation.name}' are read one person at a time`,
    null,
    `Add a filter such as ${keys.map((key) => `${key}=eq.<value>`).join(' or ')}.`,
  )
}

/** Whether it leaves the rows with one value in one of these columns. */
function isOneOf(columns: readonly string[], condition: Condition): boolean {
  if (condition.negated) return false
  if (condition.kind === 'comparison') {
    return condition.operator === 'eq' && columns.includes(condition.column)
  }
  return condition.kind === 'and' && condition.members.some((member) => isOneOf(columns, member))
}
