import type { FastifyRequest } from 'fastify'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { type IssuedToken, issueToken, type Purpose } from '../sessions/one-time-tokens.ts'
import { linkWithToken, targetWithin } from './links.ts'
import { MAIL_WITH_LINK, type MailText } from './mail-texts.ts'

/** Queries for the recipient of a link by the given address: $4 of {@link issueToken}. */
const RECIPIENT: Record<Purpose, string> = {
  signup: `select id, email, null::timestamptz from auth.users where email = $4 and email_confirmed_at is null`,
  recovery: 'select id, email, null::timestamptz from auth.users where email = $4',
  // Anyone who knows the current address can request this link again. That must not extend the change, nor restore one
  // that a simultaneous change of the password deletes.
  email_change: `select pending.user_id, pending.email, pending.expires_at
    from auth.one_time_tokens pending join auth.users on users.id = pending.user_id
    where users.email = $4 and pending.purpose = 'email_change' and pending.expires_at > now()
    for update of pending`,
}

/** @throws AuthError 422 `email_provider_disabled` if the site sends no mails. */
export function requireMailer({ mailer }: AuthContext): void {
  if (mailer) return
  throw new AuthError(422, 'email_provider_disabled', 'This site sends no emails. Please ask its operator.')
}

/**
 * Sends a link to an address in the background: the response takes the same time for known and unknown addresses and
 * does not wait for the mail server.
 * @param otherwise the mail that the address gets if there is no link for it; by default none.
 */
export function mailLink(
  context: AuthContext,
  request: FastifyRequest,
  purpose: Purpose,
  email: string,
  otherwise?: MailText,
): void {
  context.background.run(async () => {
    const issued = await issueToken(context.db, purpose, RECIPIENT[purpose], [email])
    if (issued) await sendLink(context, request, purpose, issued)
    else if (otherwise) await context.mailer?.send(email, otherwise)
  })
}

/** Sends a token in a link. */
export async function sendLink(
  { mailer, siteUrl = '' }: AuthContext,
  request: FastifyRequest,
  purpose: Purpose,
  { token, email }: IssuedToken,
): Promise<void> {
  const { redirect_to } = request.query as Record<string, unknown>
  const target = targetWithin(siteUrl, redirect_to)
  await mailer?.send(email, MAIL_WITH_LINK[purpose](linkWithToken(siteUrl, token, purpose, target)))
}
