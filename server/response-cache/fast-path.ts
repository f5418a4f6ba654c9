import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Lifecycle } from '../http/lifecycle.ts'
import { isUnambiguouslyFramed } from '../http/reject-ambiguous-framing.ts'
import type { Observer } from '../observe/observer.ts'
import { routeName } from '../observe/route-name.ts'
import { cacheRequests } from '../observe/tallies.ts'
import type { CachedResponse, Coding } from './cached-response.ts'
import { codingFor, isNotModified } from './etag.ts'

/** The most characters of all remembered requests together. */
const MAX_CHARACTERS = 2_000_000

/** The request headers on which the response depends, besides those for codings and conditions. */
const SELECTING_HEADERS = [
  'sec-fetch-dest',
  'apikey',
  'authorization',
  'accept',
  'accept-profile',
  'prefer',
  'range',
  'range-unit',
]

/** Header names and values, alternating. */
type HeaderList = readonly string[]

/** The response to a remembered request. */
interface Remembered {
  key: string
  route: string
}

/** Serves requests that are identical to earlier ones from cached responses, below the application. */
export interface FastPath {
  /**
   * Serves the same request on the fast path from now on, for as long as its response is cached.
   * @param reply has the headers that the hooks set for every response, and none of this response yet.
   */
  remember(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): void
  /** Serves a remembered request. @returns false if it did not send a response. */
  serve(request: IncomingMessage, response: ServerResponse): boolean
  /** Forgets all requests, because the same request may now have another meaning. */
  clear(): void
}

export interface FastPathOptions {
  /** The publishable key; a remembered request is valid only for the key in force at that time. */
  publishable: () => string
  lifecycle: Pick<Lifecycle, 'isStopping'>
  observer: Pick<Observer, 'options' | 'observeBelow'>
}

/** @param find returns the response cached under a key. */
export function openFastPath(
  find: (key: string) => CachedResponse | undefined,
  { publishable, lifecycle, observer }: FastPathOptions,
): FastPath {
  const requests = new LRUCache<string, Remembered>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ key }, id) => key.length + id.length,
  })
  /** For each response the headers that the hooks set, and the complete header lists made with them. */
  const headersOf = new WeakMap<
    CachedResponse,
    { hooks: ReturnType<typeof headersFromHooks>; lists: Map<string, HeaderList> }
  >()

  /** A text that is the same for requests that get the same response. */
  function idOf(request: IncomingMessage): string {
    const { method, url, headers } = request
    // A HEAD has no range.
    const kind = method === 'HEAD' && headers.range !== undefined ? 'HEAD ' : ''
    let id = `${publishable()}\n${kind}${url}`
    for (const header of SELECTING_HEADERS) id += `\n${headers[header] ?? ''}`
    return id
  }

  /** @param bytes the body in the coding; undefined for a 304. */
  function headerList(
    response: CachedResponse,
    coding: Coding,
    bytes: Buffer | undefined,
  ): HeaderList | undefined {
    const { hooks, lists } = headersOf.get(response) ?? {}
    const kind = bytes ? coding : `unchanged ${coding}`
    const known = lists?.get(kind)
    if (known || !hooks) return known
    const list = bytes
      ? [...hooks.others, ...hooks.always, ...flat(response.headersFor(coding, bytes))]
      : [...hooks.always, ...flat(response.notModifiedHeaders(coding))]
    lists?.set(kind, list)
    return list
  }

  return {
    remember(request, reply, response) {
      if (!isBodylessRead(request.raw)) return
      requests.set(idOf(request.raw), { key: response.key, route: routeName(request) })
      if (!headersOf.has(response)) {
        headersOf.set(response, { hooks: headersFromHooks(reply), lists: new Map() })
      }
    },
    serve(request, response) {
      if (!isBodylessRead(request)) return false
      const { key, route } = requests.get(idOf(request)) ?? {}
      const cached = key === undefined ? undefined : find(key)
      if (!cached || !isUnambiguouslyFramed(request)) return false
      const { headers, method } = request
      const coding = codingFor(cached, headers['accept-encoding'])
      const isUnchanged = isNotModified(cached.etag(coding), headers['if-none-match'])
      const bytes = isUnchanged ? undefined : cached.encoded(coding)
      const list = isUnchanged || bytes ? headerList(cached, coding, bytes) : undefined
      // Without a list, the body has not been computed in this coding yet.
      if (!list) return false
      cacheRequests.add('answers', 'hit')
      const id = observer.options.genReqId(request)
      observer.observeBelow?.(request, response, { id, route: route ?? '' })
      const closing = lifecycle.isStopping ? ['connection', 'close'] : []
      response.writeHead(isUnchanged ? 304 : cached.status, [...list, 'x-request-id', id, ...closing])
      response.end(method === 'HEAD' ? undefined : bytes)
      return true
    },
    clear: () => requests.clear(),
  }
}

/** Whether it is a GET or HEAD without a body: the fast path reads no bodies. */
function isBodylessRead({ method, headers }: IncomingMessage): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return (method === 'GET' || method === 'HEAD') && !hasBody
}

const PER_REQUEST_HEADERS = new Set(['x-request-id', 'connection'])

/** The headers that hooks have set on a reply, without those that belong to one request. */
function headersFromHooks(reply: FastifyReply): { always: HeaderList; others: HeaderList } {
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => !PER_REQUEST_HEADERS.has(name))
  // A 304 omits the headers that the client has already, but repeats CORS, which a browser checks again.
  const isCors = ([name]: [string, unknown]) => name === 'access-control-allow-origin'
  return {
    always: flat(headers.filter(isCors)),
    others: flat(headers.filter((each) => !isCors(each))),
  }
}

function flat(headers: Record<string, string> | [string, unknown][]): HeaderList {
  const entries = Array.isArray(headers) ? headers : Object.entries(headers)
  return entries.flatMap(([name, value]) => [name, String(value)])
}
