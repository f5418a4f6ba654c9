import pLimit, { type LimitFunction } from 'p-limit'
import type { Queryable } from '../db/database.ts'
import { countAttempt, giveBack, signInLimits } from './rate-limits.ts'
import { inTurn } from './turns.ts'

/** The addresses that a password is being tried on. */
const turns = new Map<string, LimitFunction>()

/**
 * Tries a password on an account. It counts as a failure from before it is tried until it was right, so that attempts at
 * the same moment find no gap. Those on one account take turns, or right ones would shut each other out; a process
 * for itself, as the counters are shared.
 * @param ip the visitor's address.
 * @param email in lower case; it need not have an account.
 * @param attempt what a right password is good for, undefined for a wrong one.
 * @throws AuthError 429 after too many failures, 503 when too many wait already.
 */
export async function tryPassword<T>(
  db: Queryable,
  ip: string,
  email: string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const turn = turns.get(email) ?? pLimit(1)
  turns.set(email, turn)
  try {
    return await inTurn(turn, () => countFailure(db, ip, email, attempt))
  } finally {
    if (turn.activeCount + turn.pendingCount === 0) turns.delete(email)
  }
}

async function countFailure<T>(
  db: Queryable,
  ip: string,
  email: string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const counted = await countAttempt(db, signInLimits(ip, email))
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
