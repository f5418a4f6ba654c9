import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from './context.ts'
import { email } from './email.ts'
import { mailLink, requireMailer } from './mailing.ts'
import { parseInput } from './parse-input.ts'
import { countAttempt, mailLimits } from './rate-limits.ts'

const input = z.object({ email })

/** `POST /recover`: mails a link to choose a new password, and answers alike whether or not there is such an account. */
export async function recover(context: AuthContext, request: FastifyRequest): Promise<object> {
  requireMailer(context)
  const { email } = parseInput(input, request.body)
  await countAttempt(context.db, mailLimits(request.ip, email))
  mailLink(context, request, 'recovery', email)
  return {}
}
