import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { isKnownNetwork } from '../limits/known-networks.ts'
import { signInLimits } from '../limits/rate-limits.ts'
import { email, hasNoIdentifier, parseInput, refusePhone, text } from '../parse-input.ts'
import { isPassword, requireHashQueueSpace } from '../passwords/passwords.ts'
import { tryPassword } from '../passwords/try-password.ts'
import { beginSession, type SessionResponse } from '../sessions/sessions.ts'
import { decoyAddressOf } from '../users/unconfirmed.ts'

const input = z.object({ email, password: text })

/**
 * `POST /token?grant_type=password`. An unknown address has the same response, duration and limits as a wrong password.
 * @throws AuthError 400 `invalid_credentials` or `email_not_confirmed`, 429 after too many failures.
 */
export async function signIn(context: AuthContext, request: FastifyRequest): Promise<SessionResponse> {
  refusePhone(request.body, 'logins')
  if (hasNoIdentifier(request.body)) throw new AuthError(400, 'validation_failed', 'missing email or phone')
  const { email, password } = parseInput(input, request.body)
  requireHashQueueSpace()
  const isKnown = await isKnownNetwork(context.db, request.ip, email)
  const limits = signInLimits(request.ip, email, isKnown)
  const account = await tryPassword(context.db, limits, () => findAccount(context, email, password))
  if (!account) throw wrongCredentials()
  if (!account.confirmed && context.mailer) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  const session = await beginSession(
    context,
    request.ip,
    'password',
    `users as (
       update auth.users
       set last_sign_in_at = now(), email_confirmed_at = coalesce(email_confirmed_at, now())
       where id = $3 and encrypted_password = $4
       returning *
     )`,
    [account.id, account.hash],
  )
  // The password was changed or the account deleted since it was read.
  if (!session) throw wrongCredentials()
  return session
}

interface Account {
  id: string
  hash: string
  confirmed: boolean
}

/**
 * Finds the account for an address and a password. On a site that sends mails, there may also be an unconfirmed account
 * for the address, with or without a confirmed one. Then two passwords are hashed in either case.
 */
async function findAccount(
  { db, mailer }: AuthContext,
  email: string,
  password: string,
): Promise<Account | undefined> {
  const found = await db.query<Account>(
    `select id::text, encrypted_password as hash, email_confirmed_at is not null as confirmed
     from auth.users where email in ($1, $2)`,
    [email, mailer ? decoyAddressOf(email) : email],
  )
  const unconfirmed = mailer && found.find(({ confirmed }) => !confirmed)
  const account = found.find((each) => each !== unconfirmed)
  const opened = (await isPassword(password, account?.hash)) ? account : undefined
  const opensUnconfirmed = unconfirmed && (await isPassword(password, unconfirmed.hash))
  return opened ?? (opensUnconfirmed ? unconfirmed : undefined)
}

function wrongCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}
