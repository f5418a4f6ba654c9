import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import type { Caller } from '../db/as-caller.ts'
import { ApiError } from '../errors.ts'
import type { Keys } from './keys.ts'

export type Authenticate = (request: FastifyRequest) => Promise<Caller>

const ANONYMOUS: Caller = { role: 'anon', claims: { role: 'anon' } }

const NO_KEY_HINT = 'No `apikey` request header or url param was found.'

/** Verifying a signature costs a quarter of a millisecond; a token seen before costs a look-up. */
const REMEMBERED_TOKENS = 1000

/**
 * Tells who sends a request, as a hosted Supabase project does: `apikey` (header or query parameter) names the
 * application, a JSON Web Token in Authorization the person. The stock client sends the key there, too, while
 * nobody is signed in.
 * @throws ApiError 401 for a missing or wrong key (PGRST302, PGRST301) or token (PGRST301, PGRST303 when expired).
 */
export function authenticator(keys: Keys): Authenticate {
  const verify = tokenVerifier(keys)
  return async (request) => {
    const key = request.headers.apikey ?? (request.query as Record<string, unknown> | undefined)?.apikey
    if (key === undefined)
      throw new ApiError(401, 'PGRST302', 'No API key found in request', null, NO_KEY_HINT)
    if (typeof key !== 'string' || !isEqual(key, keys.publishable)) {
      throw new ApiError(401, 'PGRST301', 'Invalid API key', null, 'Use the key that /config.json states.')
    }
    const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    return token === undefined || token === key ? ANONYMOUS : verify(token)
  }
}

function tokenVerifier(keys: Keys): (token: string) => Promise<Caller> {
  const keySet = createLocalJWKSet({ keys: keys.signing })
  const remembered = new Map<string, { caller: Caller; expires: number }>()
  return async (token) => {
    const known = remembered.get(token)
    if (known && known.expires > Date.now() / 1000) return known.caller
    const claims = await jwtVerify(token, keySet, {
      algorithms: ['ES256'],
      audience: 'authenticated',
      requiredClaims: ['exp', 'sub', 'role'],
    }).then(
      ({ payload }) => payload,
      (error) => {
        if (error instanceof errors.JWTExpired) throw new ApiError(401, 'PGRST303', 'JWT expired')
        throw new ApiError(401, 'PGRST301', 'The token in Authorization is not valid')
      },
    )
    if (claims.role !== 'authenticated')
      throw new ApiError(401, 'PGRST301', 'The token in Authorization is not valid')
    const caller: Caller = { role: 'authenticated', claims }
    remembered.delete(token)
    remembered.set(token, { caller, expires: claims.exp ?? 0 })
    const [oldest] = remembered.keys()
    if (oldest && remembered.size > REMEMBERED_TOKENS) remembered.delete(oldest)
    return caller
  }
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
