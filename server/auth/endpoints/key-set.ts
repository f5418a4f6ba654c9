import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'

/** Verifiers fetch the keys again anyway if a token has an unknown key. */
const MAX_AGE_SECONDS = 300

/** `GET /.well-known/jwks.json`: the public keys for access tokens (RFC 7517). */
export async function getKeySet({ keys }: AuthContext, _: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
  return { keys: keys.signing }
}
