import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../domain/rest/api-error.ts'
import type { Database } from '../db/database.ts'
import { network } from './networks.ts'
import { openSlots, type Slot } from './slots.ts'

/** The response to a request for which the server has no slot. */
export const BUSY = new ApiError(503, 'PGRST003', 'The site is too busy. Please try again in a moment.')

declare module 'fastify' {
  interface FastifyRequest {
    /** The slot that the request occupies, while it does. */
    slot: Slot | null
  }
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
  runInSlot<T>(request: Pick<FastifyRequest, 'ip'>, work: () => Promise<T>): Promise<T>
  /** Whether work was done within the last `ms` milliseconds: then the database works, however long its queue is. */
  servedWithin(ms: number): boolean
}

export function openLoadShedding(): LoadShedding {
  const slots = openSlots()
  let lastServed = Number.NEGATIVE_INFINITY

  function take(net: string): Slot {
    const slot = slots.take(net)
    if (slot) return slot
    throw BUSY
  }

  function rejectWhenFull(scope: FastifyInstance): void {
    scope.addHook('onRequest', (request, _, done) => {
      if (!slots.isFree(networkOf(request))) throw BUSY
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
      // This hook also runs if the client has disconnected, because the request is carried out in any case.
      scope.addHook('onSend', (request, reply, payload, done) => {
        if (request.slot) slots.release(request.slot)
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
        slots.release(slot)
      }
    },
    databaseFor(request, db) {
      const net = networkOf(request)
      let isAdmitted = false
      async function inSlot<T>(work: () => Promise<T>): Promise<T> {
        const slot = isAdmitted ? slots.takeAnyway(net) : take(net)
        isAdmitted = true
        try {
          const result = await work()
          lastServed = performance.now()
          return result
        } finally {
          slots.release(slot)
        }
      }
      const callsInSlots = {
        query: (text, values) => inSlot(() => db.query(text, values)),
        transaction: (...work: never) => inSlot<unknown>(() => db.transaction(...(work as [never]))),
      } as Pick<Database, 'query' | 'transaction'>
      return Object.assign(Object.create(db) as Database, callsInSlots)
    },
    servedWithin: (ms) => performance.now() - lastServed < ms,
  }
}

function networkOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return ip.includes(':') ? network(ip) : ip
}
