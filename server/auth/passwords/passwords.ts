import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import {
  isTooLong,
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN_CHARACTERS,
  passwordLengthFault,
} from '../../../domain/password-length.ts'
import { AuthError } from '../auth-error.ts'
import { enqueue, requireQueueSpace } from './bounded-queue.ts'

/**
 * A hash takes 19 MB and 20 ms of a core. Two at once leave threads of the shared pool for files and DNS. One core is
 * left for other requests, which would otherwise wait six times as long for a page of films.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

/** A hash of no password, with the default cost: refusing an unknown address takes as long as a wrong password. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$XSRO0SiiLhXAec0gBHmS5w$xBUF8cw7tGcLRraic012d3+Tnqe4GEhqK3MOribD6Dk'

const hashing = pLimit(AT_ONCE)

/** @throws AuthError 422 `weak_password` for a password that is too short or too long. */
export function requirePasswordLength(password: string): void {
  switch (passwordLengthFault(password)) {
    case 'too short':
      throw new AuthError(
        422,
        'weak_password',
        `Password should be at least ${PASSWORD_MIN_CHARACTERS} characters.`,
      )
    case 'too long':
      throw new AuthError(422, 'weak_password', `A password has at most ${PASSWORD_MAX_BYTES} bytes.`)
  }
}

/** Checks the queue before the first query. @throws AuthError 503 if the queue is full. */
export function requireHashQueueSpace(): void {
  requireQueueSpace(hashing)
}

/**
 * Hashes with Argon2id and the library's defaults, which are OWASP's. Never call it within a transaction: it would
 * occupy the embedded engine or a connection while it runs.
 * @throws AuthError 503 if the queue is full.
 */
export async function hashPassword(password: string): Promise<string> {
  return enqueue(hashing, () => hash(password))
}

/**
 * Whether a password matches a stored hash. Without a stored hash it takes the same time and returns false.
 * @throws AuthError 503 if the queue is full.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const tried = isTooLong(password) ? '' : password
  const isRight = await enqueue(hashing, () =>
    // A malformed hash, as of an account made by hand, matches no password.
    verify(stored ?? DUMMY_HASH, tried).catch(() => verify(DUMMY_HASH, tried)),
  )
  return isRight && stored !== undefined
}
