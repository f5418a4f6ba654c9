import type { FastifyInstance, FastifyRequest } from 'fastify'
import { network } from '../auth/limits/rate-limits.ts'
import type { Database } from '../db/database.ts'
import { ApiError } from '../errors.ts'

/** How many requests may be at work, nearly all of it waiting for the database: more would only wait longer. */
const MOST_AT_WORK = 250

/** Where that many take longer than this each, fewer may; but as many as come from a page that opens for a few people. */
const TARGET_MS = 2000
const FEWEST_AT_WORK = 64

/**
 * What a page asks for at once has places of its own, so that whoever asks for more leaves some to others. A proxy that
 * is not trusted brings everybody as one visitor, to the other places.
 */
const AT_ONCE_BY_A_PAGE = 4
const SHARE_OF_PAGES = 0.2

const BUSY = new ApiError(503, 'PGRST003', 'Too many people are here at this moment. Please try again.')

declare module 'fastify' {
  interface FastifyRequest {
    /** The place it has among those at work, while it has one. */
    place: Place | null
  }
}

type Kind = 'page' | 'other'

interface Place {
  kind: Kind
  net: string
  since: number
  /** How many were at work then. */
  among: number
}

/** Who may make the database work. */
export interface Admission {
  /** Turns requests away at once while there is no place for them: with 503, before their bodies are read. */
  limit(scope: FastifyInstance): void
  /** Turns requests away like {@link limit}, for a scope whose requests take places by a {@link databaseFor}. */
  turnAway(scope: FastifyInstance): void
  /**
   * The same database for one request, which has a place while a statement runs and none in between, as while a password
   * is hashed. @throws ApiError 503 when there is none for the first statement; the later ones are not turned away.
   */
  databaseFor(request: FastifyRequest, db: Database): Database
  /** Does some work in a place of its own. @throws ApiError 503 when there is none. */
  run<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>
  /** Whether work was done within the last so many ms: then the database answers, however long its queue is. */
  servedWithin(ms: number): boolean
}

export function openAdmission(): Admission {
  const ofNetwork = new Map<string, number>()
  const taken = { page: 0, other: 0 }
  let places = MOST_AT_WORK
  let lastServed = Number.NEGATIVE_INFINITY

  function freeKind(net: string): Kind | undefined {
    const isFew = (ofNetwork.get(net) ?? 0) < AT_ONCE_BY_A_PAGE
    if (isFew && taken.page < places * SHARE_OF_PAGES) return 'page'
    return taken.other < places * (1 - SHARE_OF_PAGES) ? 'other' : undefined
  }

  function requirePlace(net: string): Kind {
    const kind = freeKind(net)
    if (kind) return kind
    throw BUSY
  }

  function enter(net: string, kind = requirePlace(net)): Place {
    taken[kind]++
    ofNetwork.set(net, (ofNetwork.get(net) ?? 0) + 1)
    return { kind, net, since: performance.now(), among: taken.page + taken.other }
  }

  /** How many are served in a time is how many are at work by how long each takes (Little’s law). */
  function leave({ kind, net, since, among }: Place): void {
    taken[kind]--
    const left = (ofNetwork.get(net) ?? 1) - 1
    if (left > 0) ofNetwork.set(net, left)
    else ofNetwork.delete(net)
    const ms = performance.now() - since
    if (ms > TARGET_MS) places = Math.max(FEWEST_AT_WORK, Math.min(places, (among * TARGET_MS) / ms))
    else places = Math.min(MOST_AT_WORK, places + 1)
  }

  function turnAway(scope: FastifyInstance): void {
    scope.addHook('onRequest', (request, _, done) => {
      requirePlace(networkOf(request))
      done()
    })
  }

  return {
    turnAway,
    limit(scope) {
      scope.decorateRequest('place', null)
      turnAway(scope)
      // A place is for work: neither for who is slow to send a body nor, once it is done, for who is slow to read.
      scope.addHook('preHandler', (request, _, done) => {
        request.place = enter(networkOf(request))
        done()
      })
      // Also where the sender has gone: what it asked for is done all the same.
      scope.addHook('onSend', (request, reply, payload, done) => {
        if (request.place) leave(request.place)
        if (request.place && reply.statusCode < 400) lastServed = performance.now()
        request.place = null
        done(null, payload)
      })
    },
    async run(request, work) {
      const place = enter(networkOf(request))
      try {
        return await work()
      } finally {
        leave(place)
      }
    },
    databaseFor(request, db) {
      const net = networkOf(request)
      let isAdmitted = false
      async function inPlace<T>(work: () => Promise<T>): Promise<T> {
        const place = enter(net, isAdmitted ? (freeKind(net) ?? 'other') : undefined)
        isAdmitted = true
        try {
          const answer = await work()
          lastServed = performance.now()
          return answer
        } finally {
          leave(place)
        }
      }
      const callsInPlaces = {
        query: (text, values) => inPlace(() => db.query(text, values)),
        transaction: (work: never) => inPlace<unknown>(() => db.transaction(work)),
      } as Pick<Database, 'query' | 'transaction'>
      return Object.assign(Object.create(db) as Database, callsInPlaces)
    },
    servedWithin: (ms) => performance.now() - lastServed < ms,
  }
}

function networkOf({ ip }: FastifyRequest): string {
  return ip.includes(':') ? network(ip) : ip
}
