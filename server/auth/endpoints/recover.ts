import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { countAttempt, mailLimits } from '../limits/rate-limits.ts'
import { email } from '../mail/email.ts'
import { mailLink, requireMailer } from '../mail/mailing.ts'
import { parseInput } from '../parse-input.ts'

const input = z.object({ email })

/** `POST /recover`: mails a link to choose a new password, and answers alike whether or not there is such an account. */
export async function recover(context: AuthContext, request: FastifyRequest): Promise<object> {
  requireMailer(context)
  const { email } = parseInput(input, request.body)
  await countAttempt(context.db, mailLimits(request.ip, email))
  mailLink(context, request, 'recovery', email)
  return {}
}
