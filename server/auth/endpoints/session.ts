import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { parseInput, text } from '../parse-input.ts'
import { currentSession } from '../sessions/current-session.ts'
import { hashOf } from '../sessions/opaque-token.ts'
import { type RefreshRefusal, refreshSession, type SessionResponse } from '../sessions/sessions.ts'
import { signIn } from './sign-in.ts'

const query = z.object({
  grant_type: z.enum(['password', 'refresh_token'], { error: 'must be password or refresh_token' }),
})

const GRANTS = { password: signIn, refresh_token: refresh }

/** `POST /token?grant_type=…`: exchanges a password or a refresh token for a session. */
export async function grantToken(context: AuthContext, request: FastifyRequest): Promise<SessionResponse> {
  const { grant_type } = parseInput(query, request.query)
  return GRANTS[grant_type](context, request)
}

const refreshInput = z.object({ refresh_token: text })

const REFUSALS: Record<RefreshRefusal, readonly [errorCode: string, message: string]> = {
  unknown: ['refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
  used: ['refresh_token_already_used', 'Invalid Refresh Token: Already Used'],
}

/**
 * @throws AuthError 400 `refresh_token_not_found`, or `refresh_token_already_used`, and then the session has ended.
 */
async function refresh(context: AuthContext, request: FastifyRequest): Promise<SessionResponse> {
  const { refresh_token } = parseInput(refreshInput, request.body)
  const result = await refreshSession(context, hashOf(refresh_token))
  if (typeof result !== 'string') return result
  throw new AuthError(400, ...REFUSALS[result])
}

const SCOPES = ['local', 'global', 'others'] as const

const logOutQuery = z.object({
  scope: z.enum(SCOPES, { error: `must be one of ${SCOPES.join(', ')}` }).default('global'),
})

/** `POST /logout?scope=…`: ends this session, all sessions of the person (the default), or all others. */
export async function logOut(context: AuthContext, request: FastifyRequest): Promise<void> {
  const { user, session } = await currentSession(context, request)
  const { scope } = parseInput(logOutQuery, request.query)
  await context.db.query(
    `delete from auth.sessions where user_id = $1 and
       case $3 when 'local' then id = $2 when 'others' then id <> $2 else true end`,
    [user.id, session.id, scope],
  )
}
