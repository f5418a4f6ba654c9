/** Plan: conditions and the engine → a time limit for the statement, if there are regular expressions. */

import { ApiError } from '../../../domain/rest/api-error.ts'
import type { Condition } from '../../../domain/rest/request.ts'
import type { Database } from '../../db/database.ts'
import { comparisonsOf } from './request-limits.ts'

/** The time that a regular expression takes cannot be known in advance, and a hostile one takes any time. */
const TIME_LIMIT_MS = 2000

/**
 * Returns the time limit, in ms, of a statement whose conditions match regular expressions; undefined if none does.
 * @throws ApiError 400 PGRST127 on the embedded engine, where all other requests wait for the statement.
 */
export function expressionTimeLimit(
  conditions: readonly Condition[],
  engine: Database['engine'],
): number | undefined {
  const operators = conditions.flatMap(comparisonsOf).map(({ operator }) => operator)
  if (!operators.includes('match') && !operators.includes('imatch')) return undefined
  if (engine === 'postgres') return TIME_LIMIT_MS
  throw new ApiError(
    400,
    'PGRST127',
    'The embedded database does not match regular expressions',
    'All other requests would wait for a match that takes long.',
    'Use like or ilike.',
  )
}
