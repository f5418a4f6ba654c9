import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import type { SessionAnswer } from '../sessions/sessions.ts'
import { refresh } from './refresh.ts'
import { signIn } from './sign-in.ts'

const query = z.object({
  grant_type: z.enum(['password', 'refresh_token'], { error: 'must be password or refresh_token' }),
})

const GRANTS = { password: signIn, refresh_token: refresh }

/** `POST /token?grant_type=…`: a session for a password or a refresh token. */
export async function grantToken(context: AuthContext, request: FastifyRequest): Promise<SessionAnswer> {
  const { grant_type } = parseInput(query, request.query)
  return GRANTS[grant_type](context, request)
}
