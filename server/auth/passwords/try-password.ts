import pLimit, { type LimitFunction } from 'p-limit'
import type { Queryable } from '../../db/database.ts'
import { countAttempt, type Limit, uncountAttempt } from '../limits/rate-limits.ts'
import { enqueue } from './bounded-queue.ts'

/** The queues of running attempts, by the key of their narrowest limit. */
const queues = new Map<string, LimitFunction>()

/**
 * Tries a password. The attempt is counted as a failure before it is made and uncounted if the password is right, so
 * that simultaneous attempts cannot exceed a limit. Attempts with the same narrowest limit run one after another within
 * a process, since simultaneous right passwords would otherwise exceed the limit.
 * @param limits the limits that a failure counts under, the narrowest first.
 * @param attempt returns the result of a right password, or undefined for a wrong one.
 * @throws AuthError 429 after too many failures, 503 if the queue is full.
 */
export async function tryPassword<T>(
  db: Queryable,
  limits: readonly [Limit, ...Limit[]],
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const [{ key }] = limits
  const queue = queues.get(key) ?? pLimit(1)
  queues.set(key, queue)
  try {
    return await enqueue(queue, () => countFailure(db, limits, attempt))
  } finally {
    if (queue.activeCount + queue.pendingCount === 0) queues.delete(key)
  }
}

async function countFailure<T>(
  db: Queryable,
  limits: readonly Limit[],
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const counted = await countAttempt(db, limits)
  let isWrong = false
  try {
    const found = await attempt()
    isWrong = found === undefined
    return found
  } finally {
    // An error, such as a full queue, does not count as a failure either.
    if (!isWrong) await uncountAttempt(db, counted)
  }
}
