import { Negotiator } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'
import { type CachedResponse, CODINGS, type Coding } from './cached-response.ts'

/** Browsers send a handful of different `Accept-Encoding` values. */
const negotiator = new Negotiator<Coding>({
  supportedValues: [...CODINGS],
  cache: new LRUCache<string, string>({ max: 100 }),
})

/** Chooses the coding of a response. Document: RFC 9110 §12.5.3. */
export function codingFor(response: CachedResponse, acceptEncoding: string | string[] | undefined): Coding {
  if (!response.isCompressible || acceptEncoding === undefined) return 'identity'
  return negotiator.negotiate(String(acceptEncoding)) ?? 'identity'
}

/** Whether `If-None-Match` names the tag: then the client has the bytes. Document: RFC 9110 §13.1.2. */
export function isNotModified(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
