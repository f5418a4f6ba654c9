import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../domain/rest/api-error.ts'
import { MAX_BODY_BYTES } from '../../domain/rest/parse/body.ts'
import { header, parseDocumentAccept, parseProfile } from '../../domain/rest/parse/headers.ts'
import { parseCall, parseRead } from '../../domain/rest/parse/parse.ts'
import { parseWrite, type WriteMethod } from '../../domain/rest/parse/write.ts'
import type { Caller } from '../db/as-caller.ts'
import { handleError } from '../errors.ts'
import { openDocuments } from './openapi/documents.ts'
import { callerOf, type RunnerOptions, requestRunner } from './run-request.ts'
import type { SchemaCache } from './schema/schema-cache.ts'

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

export interface RestOptions extends RunnerOptions {
  /** Returns the caller of a request. @throws ApiError for an invalid key or token. */
  authenticate: (request: FastifyRequest) => Promise<Caller>
  /** The version of the site. */
  version: string
}

const READING = ['GET', 'HEAD']
const CALLING = [...READING, 'POST']
const WRITING: WriteMethod[] = ['POST', 'PATCH', 'DELETE']

type Named = { Params: { name: string } }

/** Serves tables, views and functions as PostgREST does: register it with the prefix `/rest/v1`. */
export async function restRoutes(rest: FastifyInstance, options: RestOptions): Promise<void> {
  const { db, schema, authenticate, version } = options
  rest.decorate('schemaCache', schema)

  rest.decorateRequest('caller', null)
  rest.setErrorHandler(handleError)
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
    const allowed = methodsFor(request.url.slice(rest.prefix.length))
    if (!allowed.includes(request.method)) {
      reply.header('allow', allowed.join(', '))
      throw new ApiError(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`)
    }
    request.caller = await authenticate(request)
  })

  const runner = requestRunner(options, rest.prefix)
  const documentFor = openDocuments(db, version, rest.prefix)

  rest.route({
    method: READING,
    url: '/',
    // The router ignores a slash at the end, so there is one route and one name for both.
    prefixTrailingSlash: 'no-slash',
    handler: async (request, reply) => {
      parseProfile(header(request.headers, 'accept-profile'))
      const media = parseDocumentAccept(header(request.headers, 'accept'))
      const document = await documentFor(callerOf(request), schema.current)
      return reply
        .headers({ 'content-type': `${media}; charset=utf-8`, 'cache-control': 'no-store' })
        .send(document)
    },
  })

  for (const [url, kind] of [
    ['/:name', 'relation'],
    ['/rpc/:name', 'function'],
  ] as const) {
    rest.route<Named>({
      method: READING,
      url,
      handler: async (request, reply) => {
        const address = { resource: { kind, name: request.params.name }, query: queryOf(request.url) }
        return runner.read(request, reply, parseRead(request.method, address, request.headers))
      },
    })
  }
  rest.route<Named>({
    method: 'POST',
    url: '/rpc/:name',
    handler: async (request, reply) => {
      const { params, url, headers } = request
      return runner.read(request, reply, parseCall(params.name, queryOf(url), headers, bodyOf(request)))
    },
  })
  rest.route<Named>({
    method: WRITING,
    url: '/:name',
    handler: async (request, reply) => {
      const address = { relation: request.params.name, query: queryOf(request.url) }
      const method = request.method as WriteMethod
      return runner.write(request, reply, parseWrite(method, address, request.headers, bodyOf(request)))
    },
  })
}

/** @param path below the prefix, with the query. */
function methodsFor(path: string): readonly string[] {
  if (/^\/?(\?|$)/.test(path)) return READING
  return path.startsWith('/rpc/') ? CALLING : [...READING, ...WRITING]
}

function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}
