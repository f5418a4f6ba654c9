import { Negotiator } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'
import { CODINGS, type Coding, type Kept } from './cached-response.ts'

/** Browsers send a handful of different ones. */
const negotiator = new Negotiator<Coding>({
  supportedValues: [...CODINGS],
  cache: new LRUCache<string, string>({ max: 100 }),
})

/** The coding in which somebody is to get an answer. Document: RFC 9110 §12.5.3. */
export function codingFor(kept: Kept, acceptEncoding: string | string[] | undefined): Coding {
  if (!kept.isCoded || acceptEncoding === undefined) return 'identity'
  return negotiator.negotiate(String(acceptEncoding)) ?? 'identity'
}

/** Whether `If-None-Match` names it: then who asks has the bytes already. Document: RFC 9110 §13.1.2. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
