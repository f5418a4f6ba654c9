import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../db/database.ts'

/** What a request has spent on the database so far. */
export interface Spent {
  ms: number
  calls: number
}

/** How long calls of the database take, with waiting for a turn, and how many wait for their answer. */
export interface DatabaseTimes {
  observe(ms: number): void
  inFlight: number
}

const spending = new AsyncLocalStorage<Spent>()

/** Has the time of all calls of a {@link timedDatabase} that follow from some work added up. */
export function spend(spent: Spent, work: () => void): void {
  spending.run(spent, work)
}

/** The same database, whose calls are timed. */
export function timedDatabase(db: Database, times: DatabaseTimes): Database {
  async function timed<T>(call: () => Promise<T>): Promise<T> {
    const spent = spending.getStore()
    const start = performance.now()
    times.inFlight += 1
    try {
      return await call()
    } finally {
      times.inFlight -= 1
      const ms = performance.now() - start
      times.observe(ms)
      if (spent) {
        spent.ms += ms
        spent.calls += 1
      }
    }
  }
  const timedCalls = {
    query: (text, values) => timed(() => db.query(text, values)),
    transaction: (work: never) => timed<unknown>(() => db.transaction(work)),
  } as Pick<Database, 'query' | 'transaction'>
  // What else it has stays its own, also what changes.
  return Object.assign(Object.create(db) as Database, timedCalls)
}
