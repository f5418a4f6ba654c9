import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { targetWithin } from '../mail/links.ts'
import { email, parseInput, text } from '../parse-input.ts'
import { type PresentedToken, redeemToken } from '../sessions/redeem-token.ts'
import type { SessionResponse } from '../sessions/sessions.ts'

/** Newer clients name the confirmation of a sign-up `email`. */
const TYPES = ['signup', 'email', 'recovery', 'email_change'] as const

const input = z
  .object({
    type: z.enum(TYPES, { error: `must be one of ${TYPES.join(', ')}` }),
    token_hash: text.optional(),
    token: text.optional(),
    email: email.optional(),
  })
  .transform(
    ({ type, token_hash, token, email }): PresentedToken => ({
      purpose: type === 'email' ? 'signup' : type,
      token: token_hash ?? token ?? '',
      email: email ?? null,
    }),
  )

/**
 * `POST /verify`: exchanges the token of a mail for a session, as `{type, token_hash}` or `{type, token, email}`.
 * @throws AuthError 403 `otp_expired` for a token that is unknown, used, replaced or expired.
 */
export function verify(context: AuthContext, request: FastifyRequest): Promise<SessionResponse> {
  return redeemToken(context, request.ip, parseInput(input, request.body))
}

/**
 * `GET /verify?token=…&type=…&redirect_to=…`: the same for a link. It redirects to a page of this site with the
 * session or the error in the fragment. The server's own mails do not use it, as programs that scan links would use the
 * token up: they link to a page that sends the POST request.
 */
export async function followLink(
  context: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { redirect_to, type } = request.query as Record<string, unknown>
  const target = `${context.siteUrl ?? ''}${targetWithin(context.siteUrl, redirect_to)}`
  const redirect = (fragment: Record<string, unknown>) => {
    const parameters = Object.entries(fragment).map(([name, value]) => [name, String(value)])
    return reply.redirect(`${target}#${new URLSearchParams(parameters)}`, 303)
  }
  try {
    const { user: _, ...session } = await redeemToken(context, request.ip, parseInput(input, request.query))
    return redirect({ ...session, type })
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return redirect({ error: 'access_denied', error_code: error.errorCode, error_description: error.message })
  }
}
