import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { createLocalJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import { ApiError } from '../../../domain/rest/api-error.ts'
import type { Caller } from '../../db/as-caller.ts'
import { cacheRequests } from '../../observe/tallies.ts'
import type { Keys, SiteKeys } from '../keys/keys.ts'

export type Authenticate = (request: FastifyRequest) => Promise<Caller>
export type AuthenticateToken = (token: string) => Promise<Caller>

const ANONYMOUS: Caller = { role: 'anon', claims: { role: 'anon' } }

const NO_KEY_HINT = 'No `apikey` request header or url param was found.'

/** How far the clocks of two processes may differ. */
const CLOCK_LEEWAY_SECONDS = 30

const NOT_VALID = 'The token in Authorization is not valid.'

const SEND_TOKEN = 'Send Bearer and a token.'

/** Verifying a signature takes a quarter of a millisecond; a cached token takes a look-up. */
const MAX_CACHED_TOKENS = 1000

/** The token in Authorization is not valid, or not now. */
export class TokenError extends ApiError {
  constructor(code: 'PGRST301' | 'PGRST303', message: string, hint: string | null = null) {
    super(401, code, message, null, hint)
  }
}

/**
 * Returns a function that finds the caller of a request as hosted Supabase does: `apikey` (header or query parameter)
 * identifies the application, a JSON Web Token in Authorization the person. For a visitor the stock client sends the
 * key in Authorization too.
 * The function throws ApiError 401 for a missing or wrong key (PGRST302, PGRST301) or token (PGRST301; PGRST303 if the
 * token has expired or was issued in the future).
 */
export function authenticator(keys: SiteKeys, authenticateToken: AuthenticateToken): Authenticate {
  return async (request) => {
    requireApiKey(keys, request)
    const { authorization } = request.headers
    if (!authorization) return ANONYMOUS
    const [, token] = /^Bearer\s+(\S+)$/i.exec(authorization) ?? []
    // A request with a malformed token must not run as a visitor's.
    if (token === undefined) throw new ApiError(401, 'PGRST301', NOT_VALID, null, SEND_TOKEN)
    return authenticateToken(token)
  }
}

/**
 * Returns a function that finds the caller of a token: a visitor if it is the application's key.
 * The function throws ApiError 401, see {@link authenticator}.
 */
export function tokenAuthenticator(keys: SiteKeys): AuthenticateToken {
  const verify = tokenVerifier(keys)
  return async (token) => (isEqual(token, keys.publishable) ? ANONYMOUS : verify(token))
}

/** @throws ApiError 401 for a missing or wrong key (PGRST302, PGRST301). */
export function requireApiKey({ publishable }: Keys, request: FastifyRequest): void {
  const key = request.headers.apikey ?? (request.query as Record<string, unknown> | undefined)?.apikey
  if (key === undefined) throw new ApiError(401, 'PGRST302', 'No API key found in request', null, NO_KEY_HINT)
  if (!isApiKey(publishable, key)) {
    throw new ApiError(401, 'PGRST301', 'Invalid API key', null, 'Use the key that /config.json states.')
  }
}

export function isApiKey(publishable: string, key: unknown): boolean {
  return typeof key === 'string' && isEqual(key, publishable)
}

function tokenVerifier(keys: SiteKeys): (token: string) => Promise<Caller> {
  const findKey = keyFinder(keys)
  const verified = new Map<string, { caller: Caller; issued: number; expires: number }>()
  return async (token) => {
    const known = verified.get(token)
    const now = Date.now() / 1000
    const isKnown = known && known.expires > now && known.issued <= now + CLOCK_LEEWAY_SECONDS
    cacheRequests.add('tokens', isKnown ? 'hit' : 'miss')
    if (isKnown) return known.caller
    const claims = await jwtVerify(token, findKey, {
      algorithms: ['ES256'],
      audience: 'authenticated',
      requiredClaims: ['exp', 'sub', 'role'],
    }).then(
      ({ payload }) => payload,
      (error) => {
        if (error instanceof errors.JWTExpired) throw new TokenError('PGRST303', 'JWT expired')
        if (!(error instanceof errors.JOSEError)) throw error
        throw notValid()
      },
    )
    if (claims.role !== 'authenticated') throw notValid()
    const { exp: expires = 0, iat: issued = 0 } = claims
    // The clock of the issuer was ahead, so the token would be valid for too long.
    if (issued > now + CLOCK_LEEWAY_SECONDS) throw new TokenError('PGRST303', 'JWT issued at future')
    const caller: Caller = { role: 'authenticated', claims, ...sessionOf(claims) }
    verified.delete(token)
    verified.set(token, { caller, issued, expires })
    const [oldest] = verified.keys()
    if (oldest && verified.size > MAX_CACHED_TOKENS) verified.delete(oldest)
    return caller
  }
}

/** Every token of this server names its session. */
function sessionOf(claims: JWTPayload): Pick<Caller, 'session'> {
  if (claims.session_id === undefined) return {}
  const { success, data } = ids.safeParse(claims)
  if (!success) throw notValid()
  return { session: { id: data.session_id, userId: data.sub } }
}

const ids = z.object({ sub: z.uuid(), session_id: z.uuid() })

/** Finds the key of a token. Another process may have just made an unknown key, so the keys are read again. */
function keyFinder(keys: SiteKeys): JWTVerifyGetKey {
  let known: Keys['signing'] = []
  let keySet = createLocalJWKSet({ keys: [] })
  // Rebuilt when the keys change, so that a deleted key verifies no token.
  const find: JWTVerifyGetKey = (header, token) => {
    if (keys.signing !== known) keySet = createLocalJWKSet({ keys: [...keys.signing] })
    known = keys.signing
    return keySet(header, token)
  }
  return async (header, token) => {
    try {
      return await find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await keys.reread()
      return find(header, token)
    }
  }
}

function notValid(): TokenError {
  return new TokenError('PGRST301', NOT_VALID, SEND_TOKEN)
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
