import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asCaller, type Caller } from '../db/as-caller.ts'
import type { Database, Row, Statement } from '../db/database.ts'
import { ApiError, answerError } from '../errors.ts'
import type { Answers } from '../response-cache/response-cache.ts'
import { askedBy } from './asked.ts'
import { canonical, keyOf, tablesOfKept, VARY } from './cached-reads.ts'
import { MAX_BODY_BYTES } from './parse/body.ts'
import { parseCall, parseRead } from './parse/parse.ts'
import { parseWrite, type WriteMethod } from './parse/write.ts'
import { withSizeRefusal } from './plan/full-scan-guard.ts'
import { planRead, type ReadPlan } from './plan/plan-read.ts'
import { planWrite } from './plan/plan-write.ts'
import { expressionTimeLimit } from './plan/regular-expressions.ts'
import type { ReadRequest } from './request.ts'
import { type Response, toResponse } from './respond/respond-read.ts'
import { toWriteResponse } from './respond/respond-write.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import { type Answer, toSql } from './sql/read-sql.ts'
import { withRowRefusal } from './sql/rows-sql.ts'
import { toWriteSql, type WriteAnswer } from './sql/write-sql.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends it, once that is known. */
    caller: Caller | null
  }
  interface FastifyInstance {
    /** Only beneath `/rest/v1`. */
    schemaCache?: SchemaCache
  }
}

export interface RestOptions {
  db: Database
  schema: SchemaCache
  /** Tells who sends a request. @throws ApiError for a key or token that is not valid. */
  authenticate: (request: FastifyRequest) => Promise<Caller>
  /** Keeps what is answered to everybody alike. */
  answers: Pick<Answers, 'keep' | 'send'>
}

const READING = ['GET', 'HEAD']
const CALLING = [...READING, 'POST']
const WRITING: WriteMethod[] = ['POST', 'PATCH', 'DELETE']

type Named = { Params: { name: string } }

/** Serves tables, views and functions as PostgREST does: register it with the prefix `/rest/v1`. */
export async function restRoutes(
  rest: FastifyInstance,
  { db, schema, authenticate, answers }: RestOptions,
): Promise<void> {
  rest.decorate('schemaCache', schema)

  rest.decorateRequest('caller', null)
  rest.setErrorHandler(answerError)
  rest.setNotFoundHandler(() => {
    throw new ApiError(404, 'PGRST125', 'Invalid path specified in request URL')
  })
  // The database takes the text apart, so it travels on as it came.
  rest.removeAllContentTypeParsers()
  rest.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    async (_: FastifyRequest, body: string) => body,
  )
  // Before a body is read: what is refused anyway need not be readable.
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
    const asked = askedBy(request.method, pathOf(request.url).slice(rest.prefix.length), request.headers)
    const running = asCaller(db, callerOf(request), access, statement, { timeLimit, asked })
    const [row] = await running.catch((error: unknown): Row[] => {
      throw withRowRefusal(error)
    })
    return row as T
  }

  async function read(request: FastifyRequest, plan: ReadPlan, statement: Statement): Promise<Response> {
    const answer = await run<Answer>(request, plan.access, plan, statement).catch((error: unknown) => {
      throw withSizeRefusal(error, plan.ofEverybody)
    })
    return toResponse(plan, answer)
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: ReadRequest,
  ): Promise<FastifyReply> {
    const plan = planRead(asked, schema.current)
    const tables = callerOf(request).role === 'anon' ? tablesOfKept(plan, schema.current) : null
    if (!tables) return send(reply, await read(request, plan, toSql(plan)))
    const same = canonical(plan)
    const statement = toSql(same)
    const kept = await answers.keep(keyOf(same, statement), tables, async () => {
      const { status, headers, body } = await read(request, same, statement)
      return { status, headers: { ...headers, vary: VARY }, body: body ?? '' }
    })
    return answers.send(request, reply, kept)
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
        return answer(request, reply, parseRead(request.method, address, request.headers))
      },
    })
  }
  rest.route<Named>({
    method: 'POST',
    url: '/rpc/:name',
    handler: async (request, reply) => {
      const { params, url, headers } = request
      return answer(request, reply, parseCall(params.name, queryOf(url), headers, bodyOf(request)))
    },
  })
  rest.route<Named>({
    method: WRITING,
    url: '/:name',
    handler: async (request, reply) => {
      const address = { relation: request.params.name, query: queryOf(request.url) }
      const method = request.method as WriteMethod
      const plan = planWrite(parseWrite(method, address, request.headers, bodyOf(request)), schema.current)
      const written = await run<WriteAnswer>(request, 'write', plan, toWriteSql(plan))
      return send(reply, toWriteResponse(plan, written))
    },
  })
}

/** What is not the same for everybody stays in no cache, and so in no browser after who asked. */
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
