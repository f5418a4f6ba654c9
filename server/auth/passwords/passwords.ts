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
import { inTurn, requireTurn } from './bounded-queue.ts'

/**
 * A hash takes 19 MB and 20 ms of a core. Two leave the threads that they share with files and names something to do; a
 * core is left for everybody else, who would else wait six times as long for a page of films.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
/** A hash of nobody's password with the library's own cost: who has no account takes as long to refuse. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$XSRO0SiiLhXAec0gBHmS5w$xBUF8cw7tGcLRraic012d3+Tnqe4GEhqK3MOribD6Dk'

const hashing = pLimit(AT_ONCE)

/** @throws AuthError 422 `weak_password` for one that is too short or too long. */
export function requireFitPassword(password: string): void {
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

/** Before anything is asked of the database in vain. @throws AuthError 503 when too many wait already. */
export function requireTurnToHash(): void {
  requireTurn(hashing)
}

/**
 * Argon2id with the library's defaults, which are OWASP's. Never call it within a transaction: it would hold the
 * embedded engine, or a connection, for as long as it takes.
 * @throws AuthError 503 when too many wait already.
 */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(hashing, () => hash(password))
}

/**
 * Whether a password is the one that was hashed; without a hash it takes as long to say no.
 * @throws AuthError 503 when too many wait already.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const tried = isTooLong(password) ? '' : password
  const isRight = await inTurn(hashing, () =>
    // A hash that is none, as of an account made by hand, fits no password.
    verify(stored ?? NOBODYS_HASH, tried).catch(() => verify(NOBODYS_HASH, tried)),
  )
  return isRight && stored !== undefined
}
