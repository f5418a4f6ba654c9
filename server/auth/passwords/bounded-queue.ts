import type { LimitFunction } from 'p-limit'
import { AuthError } from '../auth-error.ts'

/** This number of waiting tasks takes some two seconds. */
const MAX_WAITING = 100
const RETRY_AFTER_SECONDS = 2

/**
 * Runs work in a queue.
 * @throws AuthError 503 if the queue is full.
 */
export async function enqueue<T>(queue: LimitFunction, work: () => Promise<T>): Promise<T> {
  requireQueueSpace(queue)
  return queue(work)
}

/** @throws AuthError 503 if the queue is full. */
export function requireQueueSpace({ pendingCount }: LimitFunction): void {
  if (pendingCount < MAX_WAITING) return
  throw new AuthError(
    503,
    'unexpected_failure',
    'Too many people are signing in at this moment. Please try again in a few seconds.',
    RETRY_AFTER_SECONDS,
  )
}
