import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../db/database.ts'

/** The time that a request has spent on the database so far. */
export interface DatabaseTime {
  ms: number
  calls: number
}

/** Records how long database calls take, with waiting in the queue, and how many are in flight. */
export interface DatabaseTimes {
  observe(ms: number): void
  inFlight: number
}

const timeOfRequest = new AsyncLocalStorage<DatabaseTime>()

/** Runs some work, and adds the time of all calls of a {@link timedDatabase} that follow from it to `time`. */
export function addDatabaseTime(time: DatabaseTime, work: () => void): void {
  timeOfRequest.run(time, work)
}

/** Returns the same database, whose calls are timed. */
export function timedDatabase(db: Database, times: DatabaseTimes): Database {
  async function timed<T>(call: () => Promise<T>): Promise<T> {
    const time = timeOfRequest.getStore()
    const start = performance.now()
    times.inFlight += 1
    try {
      return await call()
    } finally {
      times.inFlight -= 1
      const ms = performance.now() - start
      times.observe(ms)
      if (time) {
        time.ms += ms
        time.calls += 1
      }
    }
  }
  const timedCalls = {
    query: (text, values) => timed(() => db.query(text, values)),
    transaction: (...work: never) => timed<unknown>(() => db.transaction(...(work as [never]))),
  } as Pick<Database, 'query' | 'transaction'>
  // The prototype is the database itself, so that all other members stay the same, even if they change.
  return Object.assign(Object.create(db) as Database, timedCalls)
}
