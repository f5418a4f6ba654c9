import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { RunningHandlers } from '../http/running-handlers.ts'
import { logFailure } from '../observe/log.ts'
import { AuthError, sendAuthError } from './auth-error.ts'
import { startBackground } from './background.ts'
import type { AuthContext } from './context.ts'
import { recover, resend } from './endpoints/mail-links.ts'
import { grantToken, logOut } from './endpoints/session.ts'
import { signUp } from './endpoints/signup.ts'
import { getUser, updateUser } from './endpoints/user.ts'
import { followLink, verify } from './endpoints/verify.ts'
import type { Keys } from './keys/keys.ts'
import { type Authenticate, requireApiKey } from './sessions/authenticate.ts'
import { startPruning } from './users/pruning.ts'

type Endpoint = (context: AuthContext, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

interface Path {
  /** Whether it is served without the public key: for links in mails and programs that verify tokens. */
  open?: boolean
  GET?: Endpoint
  POST?: Endpoint
  PUT?: Endpoint
}

const PATHS: Record<string, Path> = {
  '/signup': { POST: signUp },
  '/token': { POST: grantToken },
  '/user': { GET: getUser, PUT: updateUser },
  '/logout': { POST: logOut },
  '/recover': { POST: recover },
  '/resend': { POST: resend },
  '/verify': { open: true, GET: followLink, POST: verify },
  '/settings': { GET: getSettings },
  '/health': { open: true, GET: async () => ({ name: 'auth' }) },
  '/.well-known/jwks.json': { open: true, GET: getKeySet },
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** No request about an account needs a larger body. */
const MAX_BODY_BYTES = 65_536

export interface AuthOptions {
  db: Database
  keys: Keys
  authenticate: Authenticate
  config: Pick<Config, 'siteUrl' | 'mail' | 'host' | 'port'>
  /** Returns the database for the use of one request. */
  databaseFor: (request: FastifyRequest, db: Database) => Database
  handlers: RunningHandlers
}

/** Serves GoTrue's API for accounts: register it with the prefix `/auth/v1`. */
export async function authRoutes(auth: FastifyInstance, options: AuthOptions): Promise<void> {
  const { db, keys, authenticate, config, databaseFor, handlers } = options
  const background = startBackground(logFailure(auth.log, 'Work on accounts failed in the background.'))
  const stopPruning = startPruning(db, background)
  auth.addHook('onClose', async () => {
    stopPruning()
    await handlers.ended()
    await background.settled()
  })
  const context: AuthContext = {
    db,
    keys,
    authenticate,
    background,
    siteUrl: config.siteUrl,
    issuer: `${config.siteUrl ?? `http://${config.host}:${config.port}`}/auth/v1`,
    // Loaded on demand: most small sites send no mails, and the module takes time and memory.
    mailer: config.mail && (await import('./mail/mailer.ts')).openMailer(config.mail),
  }
  auth.setErrorHandler(sendAuthError)
  auth.setNotFoundHandler((request) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    throw new AuthError(404, 'not_found', `This server does not offer ${pathname}.`)
  })
  // Responses contain tokens, or depend on them.
  auth.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  auth.removeAllContentTypeParsers()
  auth.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    async (_: FastifyRequest, body: string) => parseJson(body),
  )

  for (const [url, path] of Object.entries(PATHS)) {
    const endpoints = new Map(METHODS.flatMap((method) => endpointOf(path, method)))
    auth.route({
      method: [...METHODS],
      url,
      exposeHeadRoute: false,
      // This runs before the body is read: a request that is refused anyway need not have a readable body.
      onRequest: async (request, reply) => {
        if (!endpoints.has(request.method)) {
          reply.header('allow', [...endpoints.keys()].join(', '))
          throw new AuthError(405, 'method_not_allowed', `This path does not take ${request.method}.`)
        }
        if (!path.open) requireApiKey(context.keys, request)
      },
      handler: async (request, reply) => {
        const requestContext = { ...context, db: databaseFor(request, db) }
        const body = await endpoints.get(request.method)?.(requestContext, request, reply)
        if (reply.sent) return reply
        return body ?? reply.code(204).send()
      },
    })
  }
}

function endpointOf(path: Path, method: (typeof METHODS)[number]): [string, Endpoint][] {
  const endpoint = path[method as 'GET' | 'POST' | 'PUT']
  return endpoint ? [[method, endpoint]] : []
}

/** A request without a body, such as a logout, may still have a JSON content type. */
function parseJson(body: string): unknown {
  if (body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    throw new AuthError(400, 'bad_json', 'The body is not valid JSON.')
  }
}

/** `GET /settings`: which ways to sign up the site offers. */
async function getSettings({ mailer }: AuthContext) {
  return {
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: mailer === undefined,
    phone_autoconfirm: false,
    saml_enabled: false,
  }
}

/** Verifiers fetch the keys again anyway if a token has an unknown key. */
const MAX_AGE_SECONDS = 300

/** `GET /.well-known/jwks.json`: the public keys for access tokens (RFC 7517). */
async function getKeySet({ keys }: AuthContext, _: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
  return { keys: keys.signing }
}
