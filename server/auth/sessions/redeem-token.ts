import { DatabaseError } from '../../db/database.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import type { Purpose } from './one-time-tokens.ts'
import { hashOf } from './opaque-token.ts'
import { beginSession, type SessionMethod, type SessionResponse } from './sessions.ts'

/** A token from a mail. */
export interface PresentedToken {
  purpose: Purpose
  token: string
  /** The address that it must have been sent to; null if the request does not name one. */
  email: string | null
}

/** How the session begins; only a session from recovery may set a password without the current one. */
const METHOD: Record<Purpose, SessionMethod> = { signup: 'otp', recovery: 'recovery', email_change: 'otp' }

/**
 * Exchanges a one-time token for a session. Every token confirms the account's address; a token for a change of address
 * also changes it.
 */
export async function redeemToken(
  context: AuthContext,
  ip: string,
  { purpose, token, email }: PresentedToken,
): Promise<SessionResponse> {
  const session = await beginSession(
    context,
    ip,
    METHOD[purpose],
    // The account is locked first, in the same order as by a change of the password.
    `account as (
       select id from auth.users
       where id = (select user_id from auth.one_time_tokens where token_hash = $3) for update
     ), spent as (
       delete from auth.one_time_tokens using account
       where user_id = account.id and token_hash = $3 and purpose = $4 and expires_at > now()
         and ($5::text is null or email = $5)
       returning user_id, purpose, email
     ), users as (
       update auth.users set email = spent.email, updated_at = now(), last_sign_in_at = now(),
         email_confirmed_at = coalesce(email_confirmed_at, now())
       from spent
       -- A token sent to a former address of the account is invalid.
       where id = spent.user_id and (spent.purpose = 'email_change' or users.email = spent.email)
       returning users.*
     )`,
    [hashOf(token), purpose, email],
  ).catch(throwEmailExists)
  if (session) return session
  throw new AuthError(
    403,
    'otp_expired',
    email === null ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
  )
}

export const EMAIL_EXISTS = 'A user with this email address has already been registered'

/**
 * Throws `email_exists` for a unique violation: somebody else has signed up with the address since the mail was sent.
 */
export function throwEmailExists(error: unknown): never {
  if (!(error instanceof DatabaseError) || error.code !== '23505') throw error
  throw new AuthError(422, 'email_exists', EMAIL_EXISTS)
}
