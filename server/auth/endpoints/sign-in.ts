import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { isKnownNetwork } from '../limits/known-networks.ts'
import { signInLimits } from '../limits/rate-limits.ts'
import { email } from '../mail/email.ts'
import { parseInput, text } from '../parse-input.ts'
import { isPassword, requireTurnToHash } from '../passwords/passwords.ts'
import { tryPassword } from '../passwords/try-password.ts'
import { beginSession, type SessionAnswer } from '../sessions/sessions.ts'
import { namesNobody, refusePhone } from '../users/named-person.ts'
import { decoyOf } from '../users/unconfirmed.ts'

const input = z.object({ email, password: text })

/**
 * `POST /token?grant_type=password`. An unknown address and a wrong password answer alike, take alike and count alike.
 * @throws AuthError 400 `invalid_credentials` or `email_not_confirmed`, 429 after too many failures.
 */
export async function signIn(context: AuthContext, request: FastifyRequest): Promise<SessionAnswer> {
  refusePhone(request.body, 'logins')
  if (namesNobody(request.body)) throw new AuthError(400, 'validation_failed', 'missing email or phone')
  const { email, password } = parseInput(input, request.body)
  requireTurnToHash()
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
  // The password was changed, or the account deleted, since it was read.
  if (!session) throw wrongCredentials()
  return session
}

interface Account {
  id: string
  hash: string
  confirmed: boolean
}

/**
 * The account that an address and a password open. Where mails are sent it may be a sign-up that waits to be confirmed,
 * beside the account or instead of it: then two passwords are hashed, whether or not there is the account.
 */
async function findAccount(
  { db, mailer }: AuthContext,
  email: string,
  password: string,
): Promise<Account | undefined> {
  const found = await db.query<Account>(
    `select id::text, encrypted_password as hash, email_confirmed_at is not null as confirmed
     from auth.users where email in ($1, $2)`,
    [email, mailer ? decoyOf(email) : email],
  )
  const waiting = mailer && found.find(({ confirmed }) => !confirmed)
  const account = found.find((each) => each !== waiting)
  const opened = (await isPassword(password, account?.hash)) ? account : undefined
  const isWaiting = waiting && (await isPassword(password, waiting.hash))
  return opened ?? (isWaiting ? waiting : undefined)
}

function wrongCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}
