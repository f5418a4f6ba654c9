import type { Database } from '../../db/database.ts'
import { ApiError } from '../../errors.ts'
import type { Condition } from '../request.ts'
import { comparisonsOf } from './request-limits.ts'

/** What one takes is told by nothing about it, and hostile ones take any time. */
const TIME_LIMIT = '2s'

/**
 * The time limit of a statement with such conditions, if they match regular expressions.
 * @throws ApiError 400 PGRST127 where the database cannot be held to one.
 */
export function expressionTimeLimit(
  conditions: readonly Condition[],
  engine: Database['engine'],
): string | undefined {
  const operators = conditions.flatMap(comparisonsOf).map(({ operator }) => operator)
  if (!operators.includes('match') && !operators.includes('imatch')) return undefined
  if (engine === 'postgres') return TIME_LIMIT
  throw new ApiError(
    400,
    'PGRST127',
    'The embedded database does not match regular expressions',
    'A match that takes too long cannot be interrupted there.',
    'Use like or ilike.',
  )
}
