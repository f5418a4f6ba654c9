import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { email } from '../mail/email.ts'
import { targetWithin } from '../mail/links.ts'
import { parseInput, text } from '../parse-input.ts'
import type { SessionAnswer } from '../sessions/sessions.ts'
import { type Spending, spendToken } from '../sessions/spend-token.ts'

/** `email` is how newer clients name the confirmation of a sign-up. */
const TYPES = ['signup', 'email', 'recovery', 'email_change'] as const

const input = z
  .object({
    type: z.enum(TYPES, { error: `must be one of ${TYPES.join(', ')}` }),
    token_hash: text.optional(),
    token: text.optional(),
    email: email.optional(),
  })
  .transform(
    ({ type, token_hash, token, email }): Spending => ({
      purpose: type === 'email' ? 'signup' : type,
      token: token_hash ?? token ?? '',
      email: email ?? null,
    }),
  )

/**
 * `POST /verify`: a session for what a mail carried, as `{type, token_hash}` or `{type, token, email}`.
 * @throws AuthError 403 `otp_expired` for a token that is unknown, used, replaced or too old.
 */
export function verify(context: AuthContext, request: FastifyRequest): Promise<SessionAnswer> {
  return spendToken(context, request.ip, parseInput(input, request.body))
}

/**
 * `GET /verify?token=…&type=…&redirect_to=…`: the same for a link that is followed. It leads to a page of this site with
 * the session, or what is wrong, in the fragment. A program that only looks at links would use such a token up; the
 * mails sent here lead to a page that asks for the session by itself.
 */
export async function followLink(
  context: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { redirect_to, type } = request.query as Record<string, unknown>
  const target = `${context.siteUrl ?? ''}${targetWithin(context.siteUrl, redirect_to)}`
  const lead = (fragment: Record<string, unknown>) => {
    const parameters = Object.entries(fragment).map(([name, value]) => [name, String(value)])
    return reply.redirect(`${target}#${new URLSearchParams(parameters)}`, 303)
  }
  try {
    const { user: _, ...session } = await spendToken(context, request.ip, parseInput(input, request.query))
    return lead({ ...session, type })
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return lead({ error: 'access_denied', error_code: error.errorCode, error_description: error.message })
  }
}
