import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import { currentSession } from '../sessions/current-session.ts'

const SCOPES = ['local', 'global', 'others'] as const

const query = z.object({
  scope: z.enum(SCOPES, { error: `must be one of ${SCOPES.join(', ')}` }).default('global'),
})

/** `POST /logout?scope=…`: ends this session, all sessions of the person (the default), or all others. */
export async function logOut(context: AuthContext, request: FastifyRequest): Promise<void> {
  const { user, session } = await currentSession(context, request)
  const { scope } = parseInput(query, request.query)
  await context.db.query(
    `delete from auth.sessions where user_id = $1 and
       case $3 when 'local' then id = $2 when 'others' then id <> $2 else true end`,
    [user.id, session.id, scope],
  )
}
