import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asCaller, type Caller } from '../db/as-caller.ts'
import type { Database, Row, Statement } from '../db/database.ts'
import { ApiError, answerError } from '../errors.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { cacheableTables, canonical, keyOf, VARY } from './cached-reads.ts'
import { toCallerRequest } from './caller-request.ts'
import { MAX_BODY_BYTES } from './parse/body.ts'
import { parseCall, parseRead } from './parse/parse.ts'
import { parseWrite, type WriteMethod } from './parse/write.ts'
import { toFullScanError } from './plan/full-scan-guard.ts'
import { planRead, type ReadPlan } from './plan/plan-read.ts'
import { planWrite } from './plan/plan-write.ts'
import { expressionTimeLimit } from './plan/regular-expressions.ts'
import type { ReadRequest } from './request.ts'
import { type Response, toResponse } from './respond/respond-read.ts'
import { toWriteResponse } from './respond/respond-write.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import { type ReadResult, toSql } from './sql/read-sql.ts'
import { toRowCountError } from './sql/rows-sql.ts'
import { toWriteSql, type WriteResult } from './sql/write-sql.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once authenticated. */
    caller: Caller | null
  }
  interface FastifyInstance {
    /** Exists only below `/rest/v1`. */
    schemaCache?: SchemaCache
  }
}

export interface RestOptions {
  db: Database
  schema: SchemaCache
  /** Returns the caller of a request. @throws ApiError for an invalid key or token. */
  authenticate: (request: FastifyRequest) => Promise<Caller>
  /** Caches the responses that are the same for all callers. */
  responseCache: Pick<ResponseCache, 'getOrMake' | 'send'>
}

const READING = ['GET', 'HEAD']
const CALLING = [...READING, 'POST']
const WRITING: WriteMethod[] = ['POST', 'PATCH', 'DELETE']

type Named = { Params: { name: string } }

/** Serves tables, views and functions as PostgREST does: register it with the prefix `/rest/v1`. */
export async function restRoutes(
  rest: FastifyInstance,
  { db, schema, authenticate, responseCache }: RestOptions,
): Promise<void> {
  rest.decorate('schemaCache', schema)

  rest.decorateRequest('caller', null)
  rest.setErrorHandler(answerError)
  rest.setNotFoundHandler(() => {
    throw new ApiError(404, 'PGRST125', 'Invalid path specified in request URL')
  })
  // The database parses the JSON, so the text is passed on as it is.
  rest.removeAllContentTypeParsers()
  rest.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    async (_: FastifyRequest, body: string) => body,
  )
  // This runs before the body is read: a request that is refused anyway need not have a readable body.
  rest.addHook('onRequest', async (request, reply) => {
    const isCall = request.url.startsWith(`${rest.prefix}/rpc/`)
    const allowed = isCall ? CALLING : [...READING, ...WRITING]
    if (!allowed.includes(request.method)) {
      reply.header('allow', allowed.join(', '))
      throw new ApiError(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`)
    }
    request.caller = await authenticate(request)
  })

  async function run<T>(
    request: FastifyRequest,
    access: 'read' | 'write',
    { conditions }: Pick<ReadPlan, 'conditions'>,
    statement: Statement,
  ): Promise<T> {
    const timeLimit = expressionTimeLimit(conditions, db.engine)
    const path = pathOf(request.url).slice(rest.prefix.length)
    const callerRequest = toCallerRequest(request.method, path, request.headers)
    const running = asCaller(db, callerOf(request), access, statement, { timeLimit, request: callerRequest })
    const [row] = await running.catch((error: unknown): Row[] => {
      throw toRowCountError(error)
    })
    return row as T
  }

  async function read(request: FastifyRequest, plan: ReadPlan, statement: Statement): Promise<Response> {
    const result = await run<ReadResult>(request, plan.access, plan, statement).catch((error: unknown) => {
      throw toFullScanError(error, plan.guardedRelation)
    })
    return toResponse(plan, result)
  }

  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    parsed: ReadRequest,
  ): Promise<FastifyReply> {
    const plan = planRead(parsed, schema.current)
    const tables = callerOf(request).role === 'anon' ? cacheableTables(plan, schema.current) : null
    if (!tables) return send(reply, await read(request, plan, toSql(plan)))
    const shared = canonical(plan)
    const statement = toSql(shared)
    const cached = await responseCache.getOrMake(keyOf(shared, statement), tables, async () => {
      const { status, headers, body } = await read(request, shared, statement)
      return { status, headers: { ...headers, vary: VARY }, body: body ?? '' }
    })
    return responseCache.send(request, reply, cached)
  }

  for (const [url, kind] of [
    ['/:name', 'relation'],
    ['/rpc/:name', 'function'],
  ] as const) {
    rest.route<Named>({
      method: READING,
      url,
      handler: async (request, reply) => {
        const address = { resource: { kind, name: request.params.name }, query: queryOf(request.url) }
        return respond(request, reply, parseRead(request.method, address, request.headers))
      },
    })
  }
  rest.route<Named>({
    method: 'POST',
    url: '/rpc/:name',
    handler: async (request, reply) => {
      const { params, url, headers } = request
      return respond(request, reply, parseCall(params.name, queryOf(url), headers, bodyOf(request)))
    },
  })
  rest.route<Named>({
    method: WRITING,
    url: '/:name',
    handler: async (request, reply) => {
      const address = { relation: request.params.name, query: queryOf(request.url) }
      const method = request.method as WriteMethod
      const plan = planWrite(parseWrite(method, address, request.headers, bodyOf(request)), schema.current)
      const result = await run<WriteResult>(request, 'write', plan, toWriteSql(plan))
      return send(reply, toWriteResponse(plan, result))
    },
  })
}

/** Sends a response that no cache may store: the next user of the same browser may be another person. */
function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send(body ?? undefined)
}

function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('The caller is not known yet.')
  return request.caller
}

function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}
