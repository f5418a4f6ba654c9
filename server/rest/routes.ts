import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asCaller, type Caller } from '../db/as-caller.ts'
import type { Database } from '../db/database.ts'
import { ApiError, answerError } from '../errors.ts'
import { parseRead } from './parse.ts'
import { planRead } from './plan.ts'
import { toResponse } from './respond.ts'
import { openSchemaCache } from './schema-cache.ts'
import { type Answer, toSql } from './sql.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends it, once that is known. */
    caller: Caller | null
  }
}

export interface RestOptions {
  db: Database
  /** Tells who sends a request. @throws ApiError for a key or token that is not valid. */
  authenticate: (request: FastifyRequest) => Promise<Caller>
}

const READING = ['GET', 'HEAD']

/** Serves tables, views and functions as PostgREST does: register it with the prefix `/rest/v1`. */
export async function restRoutes(rest: FastifyInstance, { db, authenticate }: RestOptions): Promise<void> {
  const schema = await openSchemaCache(db, (error) => rest.log.error(error))
  rest.addHook('onClose', () => schema.close())

  rest.decorateRequest('caller', null)
  rest.setErrorHandler(answerError)
  rest.setNotFoundHandler(() => {
    throw new ApiError(404, 'PGRST125', 'Invalid path specified in request URL')
  })
  // Before a body is read: what is refused anyway need not be readable.
  rest.addHook('onRequest', async (request, reply) => {
    if (!READING.includes(request.method)) {
      reply.header('allow', READING.join(', '))
      throw new ApiError(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`)
    }
    request.caller = await authenticate(request)
  })

  async function read(
    request: FastifyRequest,
    reply: FastifyReply,
    resource: { kind: 'relation' | 'function'; name: string },
  ): Promise<FastifyReply> {
    const address = { resource, query: queryOf(request.url) }
    const plan = planRead(parseRead(request.method, address, request.headers), schema.current)
    const [row] = await asCaller(db, callerOf(request), 'read', toSql(plan))
    const { status, headers, body } = toResponse(plan, row as unknown as Answer)
    return reply
      .code(status)
      .headers(headers)
      .send(body ?? undefined)
  }

  rest.route<{ Params: { name: string } }>({
    method: READING,
    url: '/:name',
    handler: (request, reply) => read(request, reply, { kind: 'relation', name: request.params.name }),
  })
  rest.route<{ Params: { name: string } }>({
    method: READING,
    url: '/rpc/:name',
    handler: (request, reply) => read(request, reply, { kind: 'function', name: request.params.name }),
  })
}

function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('The caller is not known yet.')
  return request.caller
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}
