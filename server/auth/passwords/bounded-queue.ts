import type { LimitFunction } from 'p-limit'
import { AuthError } from '../auth-error.ts'

/** Who would wait more than some two seconds is told to come back. */
const MAX_WAITING = 100
const BUSY_SECONDS = 2

/**
 * Has work done when its queue comes to it.
 * @throws AuthError 503 when too many wait already.
 */
export async function inTurn<T>(queue: LimitFunction, work: () => Promise<T>): Promise<T> {
  requireTurn(queue)
  return queue(work)
}

/** @throws AuthError 503 when too many wait already. */
export function requireTurn({ pendingCount }: LimitFunction): void {
  if (pendingCount < MAX_WAITING) return
  throw new AuthError(
    503,
    'unexpected_failure',
    'Too many people are signing in at this moment. Please try again in a few seconds.',
    BUSY_SECONDS,
  )
}
