import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoadedPage } from '../../domain/page-renderer.ts'
import { homeInsteadOf, isPage, PATHS, usernameInPath } from '../../domain/paths.ts'
import { ApiError, toApiError } from '../errors.ts'
import { logFailedRequest } from '../observe/log.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { openPageBuilder, type PageBuilder } from './page-builder.ts'
import type { PageHead } from './page-html.ts'
import type { ProfilePage } from './profile-head.ts'

export interface PageOptions {
  webDir: string
  /** Returns what the browser needs to reach the API. */
  clientConfig: () => object
  findProfile: (request: FastifyRequest, name: string) => Promise<ProfilePage>
  /** Does work for a request in a slot. @throws ApiError 503 if there is none. */
  runInSlot: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>
  /** Serves what every visitor may read of the API. */
  read: typeof fetch
  responseCache: Pick<ResponseCache, 'getOrMake' | 'send' | 'sendOnce'>
}

interface Context extends PageOptions {
  builder: PageBuilder
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const HOME = { tables: ['films'], head: undefined }

const AUTH = {
  tables: [],
  head: {
    title: 'Sign in · Criterion Collection Tracker',
    description: 'Sign in to your collection of Criterion titles, or start one.',
  },
}

/** Makes the handler that serves the page at any address, with status 404 if the address is no page's. */
export async function pageHandler(options: PageOptions): Promise<Handler> {
  const builder = await openPageBuilder(options.webDir, options.clientConfig)
  const context = { ...options, builder }
  return (request, reply) => sendPage(context, request, reply)
}

async function sendPage(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [path, query] = splitUrl(request.url)
  const address = context.builder.addressOf(path, query)
  if (isPage(path)) {
    return address
      ? sendSharedPage(context, request, reply, address)
      : sendUnrendered(context, request, reply)
  }
  const name = usernameInPath(path)
  if (name === undefined || !address) return sendError(context, reply, 404)
  const profile = await context.findProfile(request, name).catch((error: unknown) => {
    if (toApiError(error, true).status !== 503) throw error
  })
  // In the browser, the page reports that the site is offline.
  if (!profile) return sendError(context, reply, 503)
  if (profile.kind === 'page') return sendProfile(context, request, reply, address, profile.head)
  return redirect(request, reply, profile, query)
}

/** Sends a page that is the same for everybody, from the cache until one of its tables changes. */
async function sendSharedPage(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
): Promise<FastifyReply> {
  const { clientConfig, responseCache, builder } = context
  const { tables, head } = address.split('?')[0] === PATHS.auth ? AUTH : HOME
  const key = `page ${JSON.stringify(clientConfig())} ${address}`
  const response = await responseCache
    .getOrMake(key, tables, async () => builder.build(head, await loadPage(context, request, address)))
    .catch((error: unknown) => logRenderingError(request, error))
  if (!response) return sendUnrendered(context, request, reply, head)
  return responseCache.send(request, reply, response)
}

/** Sends a person's page, which is loaded for every request and rendered again only if its data has changed. */
async function sendProfile(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  head: PageHead,
): Promise<FastifyReply> {
  const { clientConfig, responseCache, builder } = context
  const page = await loadPage(context, request, address).catch((error: unknown) =>
    logRenderingError(request, error),
  )
  if (!page) return sendUnrendered(context, request, reply, head)
  const stateHash = createHash('sha256').update(page.state).digest('base64url')
  const key = `page ${JSON.stringify([clientConfig(), head])} ${address} ${stateHash}`
  const response = await responseCache.getOrMake(key, [], async () => builder.build(head, page))
  return responseCache.sendOnce(request, reply, response)
}

function loadPage(
  { runInSlot, builder, read }: Context,
  request: FastifyRequest,
  address: string,
): Promise<LoadedPage> {
  return runInSlot(request, () => builder.load(address, read))
}

/**
 * Logs an error of rendering. An error of reading is logged where it occurs, and the browser shows it to the person.
 */
function logRenderingError(request: FastifyRequest, error: unknown): undefined {
  const isReadingError = error instanceof ApiError || (error instanceof Error && error.cause !== undefined)
  if (!isReadingError) logFailedRequest(request, error)
}

/** Sends a page without its content, which the browser then loads. */
function sendUnrendered(
  { responseCache, builder }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  head?: PageHead,
): Promise<FastifyReply> {
  return responseCache.sendOnce(request, reply, builder.build(head))
}

/** Sends a page with the status of an error, which no cache may store. */
function sendError({ builder }: Context, reply: FastifyReply, status: number): FastifyReply {
  const { headers, body } = builder.build()
  return reply.code(status).header('cache-control', 'no-store').headers(headers).send(body)
}

/** Redirects to the canonical address of a profile, or away from a profile that visitors may not see. */
function redirect(
  request: FastifyRequest,
  reply: FastifyReply,
  profile: Exclude<ProfilePage, { kind: 'page' }>,
  query: string,
): FastifyReply {
  const withQuery = (path: string) => (query ? `${path}?${query}` : path)
  reply.header('cache-control', 'no-store')
  if (profile.kind === 'redirect') return reply.redirect(withQuery(profile.path))
  // Only a browser that opens a page can use the address of the page that was requested.
  const isOpened = request.headers['sec-fetch-dest'] === 'document'
  return reply
    .header('vary', 'sec-fetch-dest')
    .redirect(isOpened ? withQuery(homeInsteadOf(profile.username)) : PATHS.home)
}

function splitUrl(url: string): [path: string, query: string] {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  return [path, query]
}
