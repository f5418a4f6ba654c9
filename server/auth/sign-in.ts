import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError } from './auth-error.ts'
import type { AuthContext } from './context.ts'
import { email } from './email.ts'
import { parseInput, text } from './parse-input.ts'
import { isPassword } from './passwords.ts'
import { beginSession, type SessionAnswer } from './sessions.ts'
import { tryPassword } from './try-password.ts'

const input = z.object({ email, password: text })

/**
 * `POST /token?grant_type=password`. An unknown address and a wrong password answer alike, take alike and count alike.
 * @throws AuthError 400 `invalid_credentials` or `email_not_confirmed`, 429 after too many failures.
 */
export async function signIn(context: AuthContext, request: FastifyRequest): Promise<SessionAnswer> {
  const { email, password } = parseInput(input, request.body)
  const account = await tryPassword(context.db, request.ip, email, async () => {
    const [found] = await context.db.query<{ id: string; hash: string; confirmed: boolean }>(
      `select id::text, encrypted_password as hash, email_confirmed_at is not null as confirmed
       from auth.users where email = $1`,
      [email],
    )
    return (await isPassword(password, found?.hash)) ? found : undefined
  })
  if (!account) throw wrongCredentials()
  if (!account.confirmed && context.mailer) {
    throw new AuthError(
      400,
      'email_not_confirmed',
      'Please confirm your email address first, by the link in the mail you were sent.',
    )
  }
  const session = await beginSession(
    context,
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

function wrongCredentials(): AuthError {
  return new AuthError(
    400,
    'invalid_credentials',
    'The email address and password do not go together. Please check both.',
  )
}
