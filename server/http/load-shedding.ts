import type { FastifyInstance, FastifyRequest } from 'fastify'
import { network } from '../auth/limits/rate-limits.ts'
import type { Database } from '../db/database.ts'
import { ApiError } from '../errors.ts'

/** The most requests served at once. Nearly all of them wait for the database; more would only wait longer. */
const MAX_SLOTS = 250

/**
 * When a request takes longer than this, there are fewer slots from then on, but never fewer than the requests that
 * opening a page for a few people causes.
 */
const TARGET_MS = 2000
const MIN_SLOTS = 64

/**
 * A share of the slots is reserved for visitors with no more requests at once than a page sends, so that a visitor who
 * sends many leaves some to the others. Behind a proxy that is not trusted, all visitors count as one, and use the
 * shared slots.
 */
const REQUESTS_OF_A_PAGE = 4
const RESERVED_SHARE = 0.2

const BUSY = new ApiError(503, 'PGRST003', 'Too many people are here at this moment. Please try again.')

declare module 'fastify' {
  interface FastifyRequest {
    /** The slot that the request occupies, while it does. */
    slot: Slot | null
  }
}

type Kind = 'reserved' | 'shared'

interface Slot {
  kind: Kind
  net: string
  takenAt: number
  /** How many slots were taken then, this one included. */
  takenSlots: number
}

/** Bounds how many requests use the database at once. */
export interface LoadShedding {
  /** Takes a slot for each request of a scope, or rejects it with 503 before its body is read. */
  limit(scope: FastifyInstance): void
  /** Rejects requests like {@link limit}, for a scope whose requests take slots through {@link databaseFor}. */
  rejectWhenFull(scope: FastifyInstance): void
  /**
   * Returns the same database for one request, which takes a slot while a statement runs and none in between, such as
   * while a password is hashed. @throws ApiError 503 if the first statement finds no slot; later ones always get one.
   */
  databaseFor(request: FastifyRequest, db: Database): Database
  /** Does some work in a slot. @throws ApiError 503 if there is none. */
  runInSlot<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>
  /** Whether work was done within the last so many ms: then the database works, however long its queue is. */
  servedWithin(ms: number): boolean
}

export function openLoadShedding(): LoadShedding {
  const requestsOf = new Map<string, number>()
  const taken = { reserved: 0, shared: 0 }
  let slots = MAX_SLOTS
  let lastServed = Number.NEGATIVE_INFINITY

  function freeKind(net: string): Kind | undefined {
    const mayUseReserved = (requestsOf.get(net) ?? 0) < REQUESTS_OF_A_PAGE
    if (mayUseReserved && taken.reserved < slots * RESERVED_SHARE) return 'reserved'
    return taken.shared < slots * (1 - RESERVED_SHARE) ? 'shared' : undefined
  }

  function requireFree(net: string): Kind {
    const kind = freeKind(net)
    if (kind) return kind
    throw BUSY
  }

  function take(net: string, kind = requireFree(net)): Slot {
    taken[kind]++
    requestsOf.set(net, (requestsOf.get(net) ?? 0) + 1)
    return { kind, net, takenAt: performance.now(), takenSlots: taken.reserved + taken.shared }
  }

  /** By Little’s law (requests in progress = throughput × time each), adjusts the slots to TARGET_MS each. */
  function release({ kind, net, takenAt, takenSlots }: Slot): void {
    taken[kind]--
    const left = (requestsOf.get(net) ?? 1) - 1
    if (left > 0) requestsOf.set(net, left)
    else requestsOf.delete(net)
    const ms = performance.now() - takenAt
    if (ms > TARGET_MS) slots = Math.max(MIN_SLOTS, Math.min(slots, (takenSlots * TARGET_MS) / ms))
    else slots = Math.min(MAX_SLOTS, slots + 1)
  }

  function rejectWhenFull(scope: FastifyInstance): void {
    scope.addHook('onRequest', (request, _, done) => {
      requireFree(networkOf(request))
      done()
    })
  }

  return {
    rejectWhenFull,
    limit(scope) {
      scope.decorateRequest('slot', null)
      rejectWhenFull(scope)
      // A slow client holds no slot: neither while it sends the body, nor while it reads the response.
      scope.addHook('preHandler', (request, _, done) => {
        request.slot = take(networkOf(request))
        done()
      })
      // This hook also runs if the client has disconnected, as the request is carried out in any case.
      scope.addHook('onSend', (request, reply, payload, done) => {
        if (request.slot) release(request.slot)
        if (request.slot && reply.statusCode < 400) lastServed = performance.now()
        request.slot = null
        done(null, payload)
      })
    },
    async runInSlot(request, work) {
      const slot = take(networkOf(request))
      try {
        return await work()
      } finally {
        release(slot)
      }
    },
    databaseFor(request, db) {
      const net = networkOf(request)
      let isAdmitted = false
      async function inSlot<T>(work: () => Promise<T>): Promise<T> {
        const slot = take(net, isAdmitted ? (freeKind(net) ?? 'shared') : undefined)
        isAdmitted = true
        try {
          const result = await work()
          lastServed = performance.now()
          return result
        } finally {
          release(slot)
        }
      }
      const callsInSlots = {
        query: (text, values) => inSlot(() => db.query(text, values)),
        transaction: (work: never) => inSlot<unknown>(() => db.transaction(work)),
      } as Pick<Database, 'query' | 'transaction'>
      return Object.assign(Object.create(db) as Database, callsInSlots)
    },
    servedWithin: (ms) => performance.now() - lastServed < ms,
  }
}

function networkOf({ ip }: FastifyRequest): string {
  return ip.includes(':') ? network(ip) : ip
}
