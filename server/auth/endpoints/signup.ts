import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isBehindTls } from '../../http/security-headers.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { countAttempt, mailLimits, signUpLimits } from '../limits/rate-limits.ts'
import { signInPage } from '../mail/links.ts'
import { alreadyHasAccount } from '../mail/mail-texts.ts'
import { mailLink } from '../mail/mailing.ts'
import { email, hasNoIdentifier, parseInput, refusePhone, text } from '../parse-input.ts'
import { requireHardToGuess } from '../passwords/guessable.ts'
import { hashPassword, requireHashQueueSpace, requirePasswordLength } from '../passwords/passwords.ts'
import { beginSession, type SessionResponse } from '../sessions/sessions.ts'
import { requireFreeUsername, toUsernameError, withStoredUsername } from '../users/chosen-username.ts'
import { metadata } from '../users/metadata.ts'
import { decoyAddressOf, deleteUnconfirmed } from '../users/unconfirmed.ts'
import { USER_JSON, type User } from '../users/users.ts'

const input = z.object({ email, password: text.nullish(), data: metadata.nullish() })

interface NewAccount {
  email: string
  passwordHash: string
  data: Record<string, unknown>
}

/**
 * `POST /signup`: makes an account with its profile. Returns a session if accounts are confirmed at once; otherwise
 * only the user, whether or not the address already had an account.
 */
export async function signUp(context: AuthContext, request: FastifyRequest): Promise<SessionResponse | User> {
  refusePhone(request.body, 'signups')
  if (hasNoIdentifier(request.body)) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  const { email, password, data: given } = parseInput(input, request.body)
  if (!password) throw new AuthError(400, 'validation_failed', 'Signup requires a valid password')
  const data = withStoredUsername(given ?? {})
  requirePasswordLength(password)
  requireHashQueueSpace()
  if (isBehindTls(context.siteUrl)) await requireHardToGuess(password, [email, String(data.username ?? '')])
  await requireFreeUsername(context.db, data.username)
  const mails = context.mailer ? mailLimits(request.ip, email) : []
  await countAttempt(context.db, [...signUpLimits(request.ip), ...mails])
  const account = { email, data, passwordHash: await hashPassword(password) }
  try {
    return await (context.mailer
      ? makeUnconfirmed(context, request, account)
      : makeConfirmed(context, request.ip, account))
  } catch (error) {
    throw toUsernameError(error, data.username)
  }
}

async function makeConfirmed(
  context: AuthContext,
  ip: string,
  account: NewAccount,
): Promise<SessionResponse> {
  const session = await beginSession(
    context,
    ip,
    'password',
    `users as (
       insert into auth.users (email, encrypted_password, raw_user_meta_data, email_confirmed_at, last_sign_in_at)
       values ($3, $4, $5::jsonb, now(), now())
       on conflict (email) do nothing returning *
     )`,
    [account.email, account.passwordHash, JSON.stringify(account.data)],
  )
  if (session) return session
  throw new AuthError(422, 'user_already_exists', 'User already registered')
}

/**
 * For a known address, makes a decoy account and returns the same response; only the owner of the address gets a mail
 * about it. The new account replaces an unconfirmed one with this address. Otherwise somebody who signs up first with a
 * stranger's address would choose the password of the account that the owner confirms.
 */
async function makeUnconfirmed(
  context: AuthContext,
  request: FastifyRequest,
  { email, passwordHash, data }: NewAccount,
): Promise<User> {
  const [row] = await context.db.transaction([
    // The second of two simultaneous sign-ups must see the account of the first.
    { text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [email] },
    ...deleteUnconfirmed('email in ($1, $2)', [email, decoyAddressOf(email)]),
    {
      text: `with account as (
         insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
         values (
           $1::uuid, case when exists (select from auth.users where email = $2) then $5::text else $2::text end,
           $3, $4::jsonb
         )
         on conflict (email) do update set updated_at = users.updated_at
       )
       select ${USER_JSON} as "user" from (
         select $1::uuid as id, $2::text as email, $4::jsonb as raw_user_meta_data,
           '{"provider": "email", "providers": ["email"]}'::jsonb as raw_app_meta_data,
           null::timestamptz as email_confirmed_at, null::timestamptz as last_sign_in_at,
           now() as created_at, now() as updated_at
       ) as users`,
      values: [randomUUID(), email, passwordHash, JSON.stringify(data), decoyAddressOf(email)],
    },
  ])
  mailLink(context, request, 'signup', email, alreadyHasAccount(signInPage(context.siteUrl ?? '')))
  return JSON.parse(String(row?.user))
}
