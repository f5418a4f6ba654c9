/** Plan: conditions and the engine → a time limit for the statement, if there are regular expressions. */

import { ApiError } from '../../../domain/rest/api-error.ts'
import type { Condition } from '../../../domain/rest/request.ts'
import type { Database } from '../../db/database.ts'
import { comparisonsOf } from './request-limits.ts'

/** The time that a regular expression takes cannot be known in advance, and a hostile one takes any time. */
const TIME_LIMIT = '2s'

/**
 * Returns the time limit of a statement whose conditions match regular expressions; undefined if none does.
 * @throws ApiError 400 PGRST127 on the embedded engine, which has no statement timeout.
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
