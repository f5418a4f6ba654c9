import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Lifecycle } from '../lifecycle.ts'
import { cacheRequests } from '../observe/tallies.ts'
import { codingFor, isKnown } from './conditions.ts'
import type { Coding, Kept } from './kept.ts'

/** Of all requests that are remembered. */
const MOST_CHARACTERS = 2_000_000

/** The headers that some answer is chosen by, besides those of codings and conditions. */
const CHOOSING = [
  ...['host', 'x-forwarded-host', 'x-forwarded-proto', 'sec-fetch-dest'],
  ...['apikey', 'authorization', 'accept', 'accept-profile', 'prefer', 'range', 'range-unit'],
]

type Head = readonly string[]

/** Answers requests that were answered before, word for word, without reading them again. */
export interface Repeats {
  /**
   * Has the same request answered at once from now on, for as long as what it was answered with is kept.
   * @param reply has the headers that go with any answer, and none of this one yet.
   */
  remember(request: FastifyRequest, reply: FastifyReply, kept: Kept): void
  /** Before everything that only a request has to do with which is read. */
  answer: onRequestHookHandler
  /** The same request may mean something else now. */
  clear(): void
}

/**
 * @param find what is kept under a key.
 * @param publishable the key of the application, under which a request was understood.
 */
export function openRepeats(
  find: (key: string) => Kept | undefined,
  publishable: () => string,
  lifecycle: Pick<Lifecycle, 'isStopping'>,
): Repeats {
  const keys = new LRUCache<string, string>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (key, name) => key.length + name.length,
  })
  /** What the hooks have put on an answer, and the heads made with it. */
  const around = new WeakMap<Kept, { hooks: Head; heads: Map<string, Head> }>()

  function nameOf({ method, url, headers }: FastifyRequest['raw']): string | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    let name = `${publishable()}\n${url}`
    for (const header of CHOOSING) name += `\n${headers[header] ?? ''}`
    return name
  }

  function headOf(kept: Kept, coding: Coding, bytes: Buffer | undefined): Head | undefined {
    const known = around.get(kept)
    if (!known) return undefined
    const kind = bytes ? coding : `unchanged ${coding}`
    const head =
      known.heads.get(kind) ??
      known.hooks.concat(
        Object.entries(bytes ? kept.headersOf(coding, bytes) : kept.headersOfUnchanged(coding)).flat(),
      )
    known.heads.set(kind, head)
    return head
  }

  return {
    remember(request, reply, kept) {
      const name = nameOf(request.raw)
      if (name !== undefined) keys.set(name, kept.key)
      if (!around.has(kept)) around.set(kept, { hooks: headersBy(reply), heads: new Map() })
    },
    answer(request, reply, done) {
      const { raw } = request
      const name = nameOf(raw)
      const key = name === undefined ? undefined : keys.get(name)
      const kept = key === undefined ? undefined : find(key)
      if (!kept) return done()
      const coding = codingFor(kept, raw.headers['accept-encoding'])
      const isUnchanged = isKnown(kept.etag(coding), raw.headers['if-none-match'])
      const bytes = kept.bytes(coding)
      if (!isUnchanged && !bytes) return done()
      const head = headOf(kept, coding, isUnchanged ? undefined : bytes)
      if (!head) return done()
      cacheRequests.add('answers', 'hit')
      reply.hijack()
      const ending = lifecycle.isStopping ? ['connection', 'close'] : []
      reply.raw.writeHead(isUnchanged ? 304 : kept.status, [...head, 'x-request-id', request.id, ...ending])
      reply.raw.end(isUnchanged || raw.method === 'HEAD' ? undefined : bytes)
    },
    clear: () => keys.clear(),
  }
}

/** What hooks have put on an answer, without what they have for one request alone. */
function headersBy(reply: FastifyReply): Head {
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => !OF_ONE_REQUEST.has(name))
  return headers.flatMap(([name, value]) => [name, String(value)])
}

const OF_ONE_REQUEST = new Set(['x-request-id', 'connection'])
