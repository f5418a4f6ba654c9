import pLimit, { type LimitFunction } from 'p-limit'
import type { Queryable } from '../../db/database.ts'
import { countAttempt, giveBack, type Limit } from '../limits/rate-limits.ts'
import { inTurn } from './bounded-queue.ts'

/** What a password is being tried on, by the key of the narrowest limit. */
const turns = new Map<string, LimitFunction>()

/**
 * Tries a password. It counts as a failure from before it is tried until it was right, so that attempts at the same moment
 * find no gap. Those under one narrowest limit take turns, or right ones would shut each other out; a process for itself,
 * as the counters are shared.
 * @param limits under which a failure counts, the narrowest first.
 * @param attempt what a right password is good for, undefined for a wrong one.
 * @throws AuthError 429 after too many failures, 503 when too many wait already.
 */
export async function tryPassword<T>(
  db: Queryable,
  limits: readonly [Limit, ...Limit[]],
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const [{ key }] = limits
  const turn = turns.get(key) ?? pLimit(1)
  turns.set(key, turn)
  try {
    return await inTurn(turn, () => countFailure(db, limits, attempt))
  } finally {
    if (turn.activeCount + turn.pendingCount === 0) turns.delete(key)
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
    // Also when it could not be told, as when too many passwords wait to be hashed.
    if (!isWrong) await giveBack(db, counted)
  }
}
