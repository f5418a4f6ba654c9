import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { type Database, DatabaseError, type Row, type Statement, type Transaction } from '../database.ts'
import { runBatch, texts } from './batch.ts'
import { KEEP_ALIVE_MS, postgresListener } from './listener.ts'

/** SQLSTATE connection_failure: nothing was sent. */
const NOT_CONNECTED = '08006'

/** SQLSTATE transaction_resolution_unknown: what was sent may have been done. */
const IN_DOUBT = '08007'

/** SQLSTATE cannot_connect_now: it starts, or recovers what a crash left. */
const STARTING = '57P03'

const CONNECT_MS = 5000

/** How long a start waits for a server that is starting itself. */
const STARTING_MS = 60_000
const STARTING_RETRY_MS = 250

/** What has not answered by then will not: no statement for a caller may take as long. */
const ANSWER_MS = 15_000

/** Opens a pool on a PostgreSQL server. Rejects when the server cannot be reached. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  // A lost connection is replaced at the next use, and who was using it hears so from its statement. Without a handler
  // on both, the pool's for idle ones and each connection's own, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await connectOnce(pool)

  const listener = postgresListener(url)

  function use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return withClient(pool, (client) => {
      const listening = listener.overhear(client)
      return listening ? rows(listening).then(() => work(client)) : work(client)
    })
  }

  return {
    engine: 'postgres',
    query: (text, values = []) =>
      use((client) => rows(client.query(text, texts(values)))) as Promise<never[]>,
    transaction: ((work: readonly Statement[] | ((tx: Transaction) => Promise<unknown>)) =>
      use((client) =>
        typeof work === 'function' ? interactive(client, work) : answered(runBatch(client, work)),
      )) as Database['transaction'],
    listen: listener.listen,
    follow: listener.follow,
    onOutage: listener.onOutage,
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

async function connectOnce(pool: pg.Pool): Promise<void> {
  // On a busy machine the time runs out while this process loads, before it sees that it was connected.
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
    // Anything but a refusal may have left it in the middle of something.
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
      query: (text, values = []) => rows(client.query(text, texts(values))) as Promise<never[]>,
      script: async (text) => {
        // A migration takes as long as it takes.
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

/** A refusal leaves the connection clean, but for these: it is over, or the server ends it. */
function isLost(error: unknown): boolean {
  return error instanceof DatabaseError && /^(08|57P)/.test(error.code)
}

/** The rows of the last result: a message of several statements has several. */
async function rows(
  result: Promise<pg.QueryResult | pg.QueryResult[]>,
  limit: number | null = ANSWER_MS,
): Promise<Row[]> {
  return [await answered(result, limit)].flat().at(-1)?.rows ?? []
}

/** @param limit after how many ms the connection counts as lost, if ever. */
async function answered<T>(answer: Promise<T>, limit: number | null = ANSWER_MS): Promise<T> {
  try {
    return await (limit === null ? answer : within(limit, answer))
  } catch (error) {
    return rethrow(error, IN_DOUBT)
  }
}

/** Whoever loses the connection in between, as a firewall does, tells neither side. */
function within<T>(ms: number, result: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} seconds`)), ms)
    result.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Whatever the driver rejects with as a {@link DatabaseError}. @param lost the code of what no server answered. */
function rethrow(error: unknown, lost: string): never {
  if (error instanceof pg.DatabaseError && error.code) {
    const { message, code, detail = null, hint = null } = error
    throw new DatabaseError({ message, code, detail, hint })
  }
  const { message, code = 'the connection is lost' } = error as Error & { code?: string }
  throw new DatabaseError({ message: message || code, code: lost })
}
