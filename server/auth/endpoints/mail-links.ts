import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { countAttempt, mailLimits } from '../limits/rate-limits.ts'
import { mailLink, requireMailer } from '../mail/mailing.ts'
import { email, parseInput } from '../parse-input.ts'

const recoverInput = z.object({ email })

/** `POST /recover`: mails a link to choose a new password. The response is the same if there is no such account. */
export async function recover(context: AuthContext, request: FastifyRequest): Promise<object> {
  requireMailer(context)
  const { email } = parseInput(recoverInput, request.body)
  await countAttempt(context.db, mailLimits(request.ip, email))
  mailLink(context, request, 'recovery', email)
  return {}
}

const resendInput = z.object({
  email,
  type: z.enum(['signup', 'email_change'], { error: 'must be signup or email_change' }),
})

/**
 * `POST /resend`: mails the link again that confirms an account or, to the new address, a change of address. The
 * response is the same if there is nothing to confirm.
 */
export async function resend(context: AuthContext, request: FastifyRequest): Promise<object> {
  requireMailer(context)
  const { email, type } = parseInput(resendInput, request.body)
  await countAttempt(context.db, mailLimits(request.ip, email))
  mailLink(context, request, type, email)
  return {}
}
