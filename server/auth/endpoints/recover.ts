import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { countAttempt, mailLimits } from '../limits/rate-limits.ts'
import { mailLink, requireMailer } from '../mail/mailing.ts'
import { email, parseInput } from '../parse-input.ts'

const input = z.object({ email })

/** `POST /recover`: mails a link to choose a new password. The response is the same if there is no such account. */
export async function recover(context: AuthContext, request: FastifyRequest): Promise<object> {
  requireMailer(context)
  const { email } = parseInput(input, request.body)
  await countAttempt(context.db, mailLimits(request.ip, email))
  mailLink(context, request, 'recovery', email)
  return {}
}
