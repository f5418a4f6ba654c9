import type { Database, Statement, Transaction } from './database.ts'

/** A database that is being opened: what is asked of it meanwhile waits, and is rejected where it does not open. */
export function opening(engine: Database['engine'], opened: Promise<Database>): Database {
  let db: Database | undefined
  opened.then(
    (open) => {
      db = open
    },
    // Whoever asked hears of it.
    () => {},
  )
  function use<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return db ? work(db) : opened.then(work)
  }
  return {
    engine,
    query: (text, values) => use((db) => db.query(text, values)),
    transaction: ((work: readonly Statement[] & ((tx: Transaction) => Promise<unknown>)) =>
      use((db) => db.transaction(work))) as Database['transaction'],
    listen: (channel, onNotify) => use((db) => db.listen(channel, onNotify)),
    follow: (channel, follower) => use((db) => db.follow(channel, follower)),
    onOutage: (tell) => {
      opened.then((db) => db.onOutage(tell)).catch(() => {})
    },
    close: () => use((db) => db.close()),
  }
}
