import type { Database, Row, Statement, Transaction, Value } from '../../../server/db/database.ts'

/** The work of a request's statements in the database, including functions, triggers and foreign keys. */
export interface Work {
  /** The time without begin and commit, which do not depend on the size. */
  ms: number
  /** The rows read by table scans and the index entries read. These numbers are exact. */
  rows: number
  /** The rows by index, or by table if it was scanned. */
  walked: Map<string, Walked>
}

interface Walked {
  isIndex: boolean
  rows: number
}

/** PostgreSQL's counters of the rows read by this transaction, without the system catalogue, which planning reads. */
const WALKED = `
  select c.oid::int, c.relname as name, c.relkind = 'i' as "isIndex",
    pg_stat_get_xact_numscans(c.oid)::int as scans, pg_stat_get_xact_tuples_returned(c.oid)::int as rows
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private', 'auth', 'sealed') and c.relkind in ('r', 'i')`

interface Counter {
  oid: number
  name: string
  isIndex: boolean
  scans: number
  rows: number
}

/** Wraps a database and counts the work of its statements; `take` returns the work since the last call. */
export function measureDatabase(db: Database): { db: Database; take: () => Work } {
  let work = nothing()

  /** Reads the counters in the same transaction, so that no other work is counted. */
  async function watch<T>(tx: Transaction, run: (tx: Transaction) => Promise<T>): Promise<T> {
    const before = new Map((await counters(tx)).map((counter) => [counter.oid, counter]))
    let ms = 0
    const timed = async <R>(task: () => Promise<R>) => {
      const start = performance.now()
      const result = await task()
      ms += performance.now() - start
      return result
    }
    const result = await run({
      query: (text, values) => timed(() => tx.query(text, values)),
      script: (text) => timed(() => tx.script(text)),
    } as Transaction)
    add(ms, before, await counters(tx))
    return result
  }

  function add(ms: number, before: Map<number, Counter>, after: Counter[]): void {
    work.ms += ms
    for (const { oid, name, isIndex, scans, rows } of after) {
      if (scans === (before.get(oid)?.scans ?? 0)) continue
      const more = rows - (before.get(oid)?.rows ?? 0)
      work.rows += more
      work.walked.set(name, { isIndex, rows: more + (work.walked.get(name)?.rows ?? 0) })
    }
  }

  const transaction = (
    run: readonly Statement[] | ((tx: Transaction) => Promise<unknown>),
    results?: 2,
  ): Promise<unknown> =>
    db.transaction(async (tx) => {
      if (typeof run === 'function') return watch(tx, run)
      const rows = await watch(tx, (tx) => inTurn(tx, run))
      return results ? rows.slice(-results) : rows.at(-1)
    })

  return {
    db: {
      ...db,
      query: (text: string, values?: readonly Value[]) =>
        db.transaction((tx) => watch(tx, (tx) => tx.query(text, values))) as Promise<never[]>,
      transaction: transaction as Database['transaction'],
    },
    take() {
      const done = work
      work = nothing()
      return done
    },
  }
}

function nothing(): Work {
  return { ms: 0, rows: 0, walked: new Map() }
}

function counters(tx: Transaction): Promise<Counter[]> {
  return tx.query<Counter>(WALKED)
}

/** Returns the rows of each statement. */
async function inTurn(tx: Transaction, statements: readonly Statement[]): Promise<Row[][]> {
  const rows: Row[][] = []
  for (const { text, values } of statements) rows.push(await tx.query(text, values))
  return rows
}
