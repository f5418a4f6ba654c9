import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'

/** Long enough to spare requests; a verifier that meets a new key asks again anyway. */
const MAX_AGE_SECONDS = 300

/** `GET /.well-known/jwks.json`: the public halves of the keys that sign access tokens (RFC 7517). */
export async function readKeySet({ keys }: AuthContext, _: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
  return { keys: keys.signing }
}
