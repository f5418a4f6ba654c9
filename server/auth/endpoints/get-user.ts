import type { FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'
import { currentSession } from '../sessions/current-session.ts'
import type { User } from '../users/users.ts'

/** `GET /user`: the current account, which may have changed since the access token was issued. */
export async function getUser(context: AuthContext, request: FastifyRequest): Promise<User> {
  const { user } = await currentSession(context, request)
  return user
}
