import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { CachedResponse, type FinishedResponse } from './cached-response.ts'
import { codingFor, isNotModified } from './etag.ts'
import { type FastPath, type FastPathOptions, openFastPath } from './fast-path.ts'
import { openResponseStore, type ResponseStore } from './store.ts'

/** Stores finished responses that are the same for all anonymous requests, and sends them. */
export interface ResponseCache
  extends Pick<ResponseStore, 'getOrMake' | 'clear' | 'ready' | 'close'>,
    Pick<FastPath, 'serve'> {
  /**
   * Sends a response in the coding that the client prefers, or a 304 if the client has it already. From then on the
   * fast path serves the same request, without any hook, with the headers that the hooks have set on this reply.
   */
  send(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): Promise<FastifyReply>
  /** Sends a response in the same way, but does not add the request to the fast path. */
  sendOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    response: CachedResponse | FinishedResponse,
  ): Promise<FastifyReply>
}

export function openResponseCache(db: Pick<Database, 'follow'>, options: FastPathOptions): ResponseCache {
  const store = openResponseStore(db)
  const fastPath = openFastPath(store.find, options)
  return {
    getOrMake: store.getOrMake,
    serve: fastPath.serve,
    send(request, reply, response) {
      if (store.find(response.key) === response) fastPath.remember(request, reply, response)
      return sendResponse(request, reply, response)
    },
    sendOnce(request, reply, response) {
      const sent = response instanceof CachedResponse ? response : new CachedResponse('', response)
      return sendResponse(request, reply, sent)
    },
    clear() {
      store.clear()
      fastPath.clear()
    },
    ready: store.ready,
    close: store.close,
  }
}

async function sendResponse(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
): Promise<FastifyReply> {
  const coding = codingFor(response, headers['accept-encoding'])
  if (isNotModified(response.etag(coding), headers['if-none-match'])) {
    return reply.code(304).headers(response.notModifiedHeaders(coding)).send()
  }
  const bytes = await response.encode(coding)
  return reply.code(response.status).headers(response.headersFor(coding, bytes)).send(bytes)
}
