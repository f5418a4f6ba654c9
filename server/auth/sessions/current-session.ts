import type { FastifyRequest } from 'fastify'
import { AuthError, badToken } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import type { User } from '../users/users.ts'
import type { Session } from './access-token.ts'
import { findSession } from './sessions.ts'

/** The session and account of a request's access token. */
export interface CurrentSession {
  user: User
  session: Session
  passwordHash: string
}

/**
 * @throws AuthError 401 `no_authorization` for a missing token, 403 `bad_jwt` for an invalid one, 403
 *   `session_not_found` if its session has ended.
 */
export async function currentSession(context: AuthContext, request: FastifyRequest): Promise<CurrentSession> {
  const { role, session } = await context.authenticate(request)
  if (role === 'anon')
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  if (!session) throw badToken('The token in Authorization names no session.')
  const found = await findSession(context.db, session.id, session.userId)
  if (!found)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  return found
}
