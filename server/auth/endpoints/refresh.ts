import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { parseInput, text } from '../parse-input.ts'
import { hashOf } from '../sessions/opaque-token.ts'
import { type RefreshRefusal, refreshSession, type SessionAnswer } from '../sessions/sessions.ts'

const input = z.object({ refresh_token: text })

const REFUSALS: Record<RefreshRefusal, readonly [errorCode: string, message: string]> = {
  unknown: ['refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
  used: ['refresh_token_already_used', 'Invalid Refresh Token: Already Used'],
}

/**
 * `POST /token?grant_type=refresh_token`.
 * @throws AuthError 400 `refresh_token_not_found`, or `refresh_token_already_used`, and then the session has ended.
 */
export async function refresh(context: AuthContext, request: FastifyRequest): Promise<SessionAnswer> {
  const { refresh_token } = parseInput(input, request.body)
  const answer = await refreshSession(context, hashOf(refresh_token))
  if (typeof answer !== 'string') return answer
  throw new AuthError(400, ...REFUSALS[answer])
}
