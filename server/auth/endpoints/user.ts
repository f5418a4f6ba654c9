import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isBehindTls } from '../../http/security-headers.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { countAttempt, currentPasswordLimits, mailLimits } from '../limits/rate-limits.ts'
import { addressIsChanging } from '../mail/mail-texts.ts'
import { sendLink } from '../mail/mailing.ts'
import { email, parseInput, text } from '../parse-input.ts'
import { requireHardToGuess } from '../passwords/guessable.ts'
import { hashPassword, isPassword, requirePasswordLength } from '../passwords/passwords.ts'
import { tryPassword } from '../passwords/try-password.ts'
import type { Session } from '../sessions/access-token.ts'
import { type CurrentSession, currentSession } from '../sessions/current-session.ts'
import type { IssuedToken } from '../sessions/one-time-tokens.ts'
import { EMAIL_EXISTS } from '../sessions/redeem-token.ts'
import { metadata } from '../users/metadata.ts'
import { saveChanges } from '../users/save-changes.ts'
import type { User } from '../users/users.ts'

/** The lifetime of the link that began the session. */
const RECOVERY_SECONDS = 3600

const input = z.object({
  email: email.nullish(),
  password: text.nullish(),
  current_password: text.nullish(),
  data: metadata.nullish(),
})

/**
 * `PUT /user`: changes the password, email address or metadata. The first two need `current_password`, except for a new
 * password in the first hour of a session that began with a recovery link. A new password ends all other sessions.
 * On a site that sends mails, a new address becomes valid when its link is opened.
 * @throws AuthError 400 `reauthentication_needed` or `invalid_credentials`, 422 `weak_password`, `same_password` or
 *   `email_exists`.
 */
export async function updateUser(context: AuthContext, request: FastifyRequest): Promise<User> {
  const current = await currentSession(context, request)
  const { password, data, current_password, ...changes } = parseInput(input, request.body)
  const newEmail = changes.email && changes.email !== current.user.email ? changes.email : undefined
  if (password != null) {
    requirePasswordLength(password)
    if (isBehindTls(context.siteUrl)) {
      const { username } = current.user.user_metadata
      await requireHardToGuess(password, [current.user.email, newEmail ?? '', String(username ?? '')])
    }
  }
  if (newEmail || (password != null && !isRecovering(current.session))) {
    await requirePassword(context, current, current_password)
  }
  if (password != null && (await isPassword(password, current.passwordHash))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  const passwordHash = password == null ? null : await hashPassword(password)
  if (context.mailer && newEmail) await requireMailable(context, request, current.user, newEmail)
  const { user, issued } = await saveChanges(context, current, {
    passwordHash,
    email: context.mailer ? null : (newEmail ?? null),
    pendingEmail: context.mailer ? (newEmail ?? null) : null,
    data: data ?? {},
  })
  if (issued) mailEmailChange(context, request, user, issued)
  return user
}

function isRecovering({ method, startedAt }: Session): boolean {
  return method === 'recovery' && startedAt > Date.now() / 1000 - RECOVERY_SECONDS
}

async function requirePassword(
  { db }: AuthContext,
  { session, user, passwordHash }: CurrentSession,
  password: string | null | undefined,
): Promise<void> {
  if (!password) {
    throw new AuthError(400, 'reauthentication_needed', 'Please enter your current password, too.')
  }
  const owner = await tryPassword(db, currentPasswordLimits(session.id), async () =>
    (await isPassword(password, passwordHash)) ? user : undefined,
  )
  if (!owner) throw new AuthError(400, 'invalid_credentials', 'This is not your current password.')
}

async function requireMailable(
  { db }: AuthContext,
  { ip }: FastifyRequest,
  user: User,
  newEmail: string,
): Promise<void> {
  await countAttempt(db, mailLimits(ip, user.email, newEmail))
  const [taken] = await db.query('select from auth.users where email = $1', [newEmail])
  if (taken) throw new AuthError(422, 'email_exists', EMAIL_EXISTS)
}

/** Sends the link to the new address, which must be confirmed, and a notice to the old one. */
function mailEmailChange(
  context: AuthContext,
  request: FastifyRequest,
  user: User,
  issued: IssuedToken,
): void {
  context.background.run(() => sendLink(context, request, 'email_change', issued))
  context.background.run(async () => context.mailer?.send(user.email, addressIsChanging(issued.email)))
}

/** `GET /user`: the current account, which may have changed since the access token was issued. */
export async function getUser(context: AuthContext, request: FastifyRequest): Promise<User> {
  const { user } = await currentSession(context, request)
  return user
}
