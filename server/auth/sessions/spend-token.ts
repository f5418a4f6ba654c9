import { DatabaseError } from '../../db/database.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import type { Purpose } from './one-time-tokens.ts'
import { hashOf } from './opaque-token.ts'
import { beginSession, type SessionAnswer, type SessionMethod } from './sessions.ts'

/** A token that came back from a mail. */
export interface Spending {
  purpose: Purpose
  token: string
  /** The address it must have gone to, where that is known. */
  email: string | null
}

/** How the session begins; only one that began with recovery may set a password without the present one. */
const METHOD: Record<Purpose, SessionMethod> = { signup: 'otp', recovery: 'recovery', email_change: 'otp' }

/**
 * Exchanges a one-time token for what it is good for, and a session: any of them proves that the address is the
 * account's, a change of address moves the account there.
 */
export async function spendToken(
  context: AuthContext,
  ip: string,
  { purpose, token, email }: Spending,
): Promise<SessionAnswer> {
  const session = await beginSession(
    context,
    ip,
    METHOD[purpose],
    // The account is locked first, as whoever changes its password does.
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
       -- A mail to an address that the account no longer has is void.
       where id = spent.user_id and (spent.purpose = 'email_change' or users.email = spent.email)
       returning users.*
     )`,
    [hashOf(token), purpose, email],
  ).catch(asTakenEmail)
  if (session) return session
  throw new AuthError(
    403,
    'otp_expired',
    email === null ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
  )
}

export const EMAIL_EXISTS = 'A user with this email address has already been registered'

/** Between the mail and its link somebody else may have signed up with the address. */
export function asTakenEmail(error: unknown): never {
  if (!(error instanceof DatabaseError) || error.code !== '23505') throw error
  throw new AuthError(422, 'email_exists', EMAIL_EXISTS)
}
