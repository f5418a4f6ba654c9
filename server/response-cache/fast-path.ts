import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Lifecycle } from '../http/lifecycle.ts'
import { isPlainlyFramed } from '../http/reject-ambiguous-framing.ts'
import { routeName } from '../observe/route-name.ts'
import { cacheRequests } from '../observe/tallies.ts'
import type { Watch } from '../observe/watch.ts'
import type { Coding, Kept } from './cached-response.ts'
import { codingFor, isKnown } from './etag.ts'

/** Of all requests that are remembered. */
const MOST_CHARACTERS = 2_000_000

/** The headers by which one answer or another is chosen, but for those of codings and conditions. */
const CHOOSING = [
  ...['sec-fetch-dest', 'apikey', 'authorization'],
  ...['accept', 'accept-profile', 'prefer', 'range', 'range-unit'],
]

/** Names and values in turn. */
type Head = readonly string[]

/** What a remembered request was answered with. */
interface Known {
  key: string
  route: string
}

/** Answers requests that were answered before, word for word, without reading them again. */
export interface Repeats {
  /**
   * Has the same request answered at once from now on, for as long as what it was answered with is kept.
   * @param reply has the headers that go with any answer, and none of this one yet.
   */
  remember(request: FastifyRequest, reply: FastifyReply, kept: Kept): void
  /** @returns whether it was one, and has been answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** The same request may mean something else now. */
  clear(): void
}

export interface RepeatOptions {
  /** The key of the application, with which a request was understood. */
  publishable: () => string
  lifecycle: Pick<Lifecycle, 'isStopping'>
  watch: Pick<Watch, 'options' | 'see'>
}

/** @param find what is kept under a key. */
export function openRepeats(
  find: (key: string) => Kept | undefined,
  { publishable, lifecycle, watch }: RepeatOptions,
): Repeats {
  const known = new LRUCache<string, Known>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ key }, name) => key.length + name.length,
  })
  /** What the hooks have put on an answer, and the heads made with it. */
  const around = new WeakMap<Kept, { hooks: ReturnType<typeof headersBy>; heads: Map<string, Head> }>()

  function nameOf(request: IncomingMessage): string {
    const { url, headers } = request
    let name = `${publishable()}\n${url}`
    for (const header of CHOOSING) name += `\n${headers[header] ?? ''}`
    return name
  }

  /** @param bytes of the answer; none for the word that nothing has changed. */
  function headOf(kept: Kept, coding: Coding, bytes: Buffer | undefined): Head | undefined {
    const { hooks, heads } = around.get(kept) ?? {}
    const kind = bytes ? coding : `unchanged ${coding}`
    const head = heads?.get(kind)
    if (head || !hooks) return head
    const made = bytes
      ? [...hooks.others, ...hooks.forAny, ...flat(kept.headersOf(coding, bytes))]
      : [...hooks.forAny, ...flat(kept.headersOfUnchanged(coding))]
    heads?.set(kind, made)
    return made
  }

  return {
    remember(request, reply, kept) {
      if (!isReading(request.raw)) return
      known.set(nameOf(request.raw), { key: kept.key, route: routeName(request) })
      if (!around.has(kept)) around.set(kept, { hooks: headersBy(reply), heads: new Map() })
    },
    answer(request, response) {
      if (!isReading(request)) return false
      const { key, route } = known.get(nameOf(request)) ?? {}
      const kept = key === undefined ? undefined : find(key)
      if (!kept || !isPlainlyFramed(request)) return false
      const { headers, method } = request
      const coding = codingFor(kept, headers['accept-encoding'])
      const isUnchanged = isKnown(kept.etag(coding), headers['if-none-match'])
      const bytes = isUnchanged ? undefined : kept.bytes(coding)
      const head = isUnchanged || bytes ? headOf(kept, coding, bytes) : undefined
      // Not in this coding yet.
      if (!head) return false
      cacheRequests.add('answers', 'hit')
      const id = watch.options.genReqId(request)
      watch.see?.(request, response, { id, route: route ?? '' })
      const ending = lifecycle.isStopping ? ['connection', 'close'] : []
      response.writeHead(isUnchanged ? 304 : kept.status, [...head, 'x-request-id', id, ...ending])
      response.end(method === 'HEAD' ? undefined : bytes)
      return true
    },
    clear: () => known.clear(),
  }
}

/** Whether it is one to be answered from what is kept: a body would have to be read. */
function isReading({ method, headers }: IncomingMessage): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return (method === 'GET' || method === 'HEAD') && !hasBody
}

const OF_ONE_REQUEST = new Set(['x-request-id', 'connection'])

/** What hooks have put on an answer, without what they have for one request alone. */
function headersBy(reply: FastifyReply): { forAny: Head; others: Head } {
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => !OF_ONE_REQUEST.has(name))
  // Who has the answer has what was said of it, but a browser asks again who may read it.
  const isForAny = ([name]: [string, unknown]) => name === 'access-control-allow-origin'
  return {
    forAny: flat(headers.filter(isForAny)),
    others: flat(headers.filter((each) => !isForAny(each))),
  }
}

function flat(headers: Record<string, string> | [string, unknown][]): Head {
  const entries = Array.isArray(headers) ? headers : Object.entries(headers)
  return entries.flatMap(([name, value]) => [name, String(value)])
}
