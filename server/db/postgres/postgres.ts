import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { openCostlyLane, type Timed } from '../costly-lane.ts'
import {
  type BatchOptions,
  type Database,
  DatabaseError,
  type Row,
  type Statement,
  type Transaction,
  type Value,
} from '../database.ts'
import { runBatch, runUnprepared, toTexts } from './batch.ts'
import { postgresListener } from './listener.ts'
import { KEEP_ALIVE_MS } from './listening-connection.ts'
import { clientClass, onAnyServer } from './primary.ts'

/** SQLSTATE connection_failure: the statement was not sent. */
const NOT_CONNECTED = '08006'

/** SQLSTATE transaction_resolution_unknown: the statement may have been committed. */
const IN_DOUBT = '08007'

/** SQLSTATE cannot_connect_now: the server is starting or recovering. */
const STARTING = '57P03'

const CONNECTIONS = 10

/** Two connections are left for everything that is not a batch. Two costly batches leave the server time for others. */
const AT_ONCE = { all: CONNECTIONS - 2, costly: 2 }

const CONNECT_MS = 5000

/** How long the start of the site waits for a database server that is starting. */
const STARTING_MS = 60_000
const STARTING_RETRY_MS = 250

/** Longer than the time limit of any statement for a caller, so the connection must be lost. */
const REPLY_TIMEOUT_MS = 15_000

/** How statements are run: on a connection of the server, or behind a pooler. */
interface Ways {
  query(text: string, values: readonly Value[]): Promise<Row[]>
  /** Returns the rows of each of the last statements: as many as `results`. */
  batch(statements: readonly Statement[], results: number): Promise<Row[][]>
  interact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/**
 * Opens a pool on a PostgreSQL server, or on the one of several servers that accepts writes. Rejects if it cannot be reached.
 * @param listenUrl the address for listening. If it differs from `url`, `url` leads to a pooler that gives each
 * transaction any connection of the server, so that no state of a connection is used there.
 */
export async function openPostgres(url: string, listenUrl = url): Promise<Database> {
  const pool = new pg.Pool({
    Client: clientClass(url),
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  // A lost connection is replaced at the next use, and its running statement rejects. The pool repeats the errors of idle
  // connections; without a listener, they would end the process.
  pool.on('error', () => {})
  await onAnyServer(url, () => connectOnce(pool))

  const listener = postgresListener(listenUrl)
  const lane = openCostlyLane(AT_ONCE, CONNECT_MS)
  const { query, batch, interact } = listenUrl === url ? direct() : pooled()

  function direct(): Ways {
    return {
      query: (text, values) => use((client) => rows(client.query(text, toTexts(values)))),
      batch: (statements, results) =>
        lane.run(statements, () =>
          use((client) => timed(() => awaitReply(runBatch(client, statements, results)))),
        ),
      interact: (work) => use((client) => interactive(client, work)),
    }
  }

  /** After a write, waits for its notifications, which come on the listening connection. */
  function pooled(): Ways {
    async function batch(statements: readonly Statement[], results: number): Promise<Row[][]> {
      const { rows, hasWritten } = await lane.run(statements, () =>
        withClient(pool, (client) => timed(() => awaitReply(runUnprepared(client, statements, results)))),
      )
      if (hasWritten) await listener.delivered()
      return rows
    }
    return {
      query: async (text, values) => (await batch([{ text, values }], 1))[0] ?? [],
      batch,
      async interact(work) {
        const result = await withClient(pool, (client) => interactive(client, work))
        await listener.delivered()
        return result
      },
    }
  }

  function use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return withClient(pool, (client) => {
      const listening = listener.listenOnUse(client)
      return listening ? rows(listening).then(() => work(client)) : work(client)
    })
  }

  return {
    engine: 'postgres',
    query: (text, values = []) => query(text, values) as Promise<never[]>,
    transaction: (async (
      work: readonly Statement[] | ((tx: Transaction) => Promise<unknown>),
      { results }: BatchOptions = {},
    ) => {
      if (typeof work === 'function') return interact(work)
      const rows = await batch(work, results ?? 1)
      return results === undefined ? (rows[0] ?? []) : rows
    }) as Database['transaction'],
    listen: listener.listen,
    follow: listener.follow,
    onOutage: listener.onOutage,
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const start = performance.now()
  const result = await work()
  return { result, ms: performance.now() - start }
}

async function connectOnce(pool: pg.Pool): Promise<void> {
  // On a busy machine, the first timeout may pass while this process loads, before it handles the connection.
  let mayBeLate = true
  for (const end = Date.now() + STARTING_MS; ; await after(STARTING_RETRY_MS)) {
    const begunAt = Date.now()
    try {
      await withClient(pool, (client) => rows(client.query('select 1')))
      return
    } catch (error) {
      if (mayBeLate && Date.now() - begunAt >= CONNECT_MS) mayBeLate = false
      else if ((error as DatabaseError).code !== STARTING || Date.now() > end) throw error
    }
  }
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error) => rethrow(error, NOT_CONNECTED))
  let broken = true
  try {
    const result = await work(client)
    broken = false
    return result
  } catch (error) {
    // After any other error than a refused statement, the connection may be in an unknown state.
    broken = !(error instanceof DatabaseError) || isLost(error)
    throw error
  } finally {
    client.release(broken)
  }
}

async function interactive<T>(client: pg.PoolClient, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await rows(client.query('begin'))
  try {
    const result = await work({
      query: (text, values = []) => rows(client.query(text, toTexts(values))) as Promise<never[]>,
      script: async (text) => {
        // A migration has no time limit.
        await rows(client.query(text), null)
      },
    })
    await rows(client.query('commit'))
    return result
  } catch (error) {
    if (!isLost(error)) await rows(client.query('rollback')).catch(() => {})
    throw error
  }
}

/** Whether the error means that the connection is lost (08) or the server ends it (57P). */
function isLost(error: unknown): boolean {
  return error instanceof DatabaseError && /^(08|57P)/.test(error.code)
}

/** Returns the rows of the last result: a script of several statements has several results. */
async function rows(
  result: Promise<pg.QueryResult | pg.QueryResult[]>,
  limit: number | null = REPLY_TIMEOUT_MS,
): Promise<Row[]> {
  return [await awaitReply(result, limit)].flat().at(-1)?.rows ?? []
}

/** @param limit the ms after which the connection counts as lost; null for no limit. */
async function awaitReply<T>(reply: Promise<T>, limit: number | null = REPLY_TIMEOUT_MS): Promise<T> {
  try {
    return await (limit === null ? reply : within(limit, reply))
  } catch (error) {
    return rethrow(error, IN_DOUBT)
  }
}

/** Rejects after a time limit: a firewall may drop a connection without notice to either side. */
function within<T>(ms: number, result: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no reply within ${ms / 1000} seconds`)), ms)
    result.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Throws an error of the driver as a {@link DatabaseError}. @param lost the code for an error without a SQLSTATE. */
function rethrow(error: unknown, lost: string): never {
  if (error instanceof pg.DatabaseError && error.code) {
    const { message, code, detail = null, hint = null } = error
    throw new DatabaseError({ message, code, detail, hint })
  }
  const { message, code = 'the connection is lost' } = error as Error & { code?: string }
  throw new DatabaseError({ message: message || code, code: lost })
}
