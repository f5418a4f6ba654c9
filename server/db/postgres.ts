import pg from 'pg'
import {
  type Database,
  DatabaseError,
  type Row,
  type Statement,
  type Transaction,
  type Value,
} from './database.ts'
import { runBatch } from './postgres-batch.ts'
import { postgresListener } from './postgres-listener.ts'

/** SQLSTATE connection_failure: what the driver reports by itself, without an answer of the server. */
const CONNECTION_FAILURE = '08006'

/** Opens a pool on a PostgreSQL server. Rejects when the server cannot be reached. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  // A lost connection is replaced at the next use, and who was using it hears so from its statement. Without a handler
  // on both, the pool's for idle ones and each connection's own, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await rows(pool.query('select 1'))

  const listener = postgresListener(url)

  return {
    engine: 'postgres',
    query: (text, values = []) => rows(pool.query(text, texts(values))) as Promise<never[]>,
    transaction: ((work: readonly Statement[] | ((tx: Transaction) => Promise<unknown>)) =>
      withClient(pool, (client) =>
        typeof work === 'function' ? interactive(client, work) : atOnce(client, work),
      )) as Database['transaction'],
    listen: listener.listen,
    // A lost connection is replaced by the next.
    stopped: new Promise(() => {}),
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(rethrow)
  let broken = true
  try {
    const result = await work(client)
    broken = false
    return result
  } catch (error) {
    // A refusal leaves the connection clean, but for 57P: the server ends it. Anything else may have left it in the
    // middle of something.
    broken = !(error instanceof DatabaseError) || /^(08|57P)/.test(error.code)
    throw error
  } finally {
    client.release(broken)
  }
}

/** One round trip: without values the statements are one message, which the server takes as one transaction, too. */
function atOnce(client: pg.PoolClient, statements: readonly Statement[]): Promise<Row[]> {
  if (!statements.some(({ values }) => values)) {
    return rows(client.query(statements.map(({ text }) => text).join(';\n')))
  }
  return rows(
    runBatch(
      client,
      statements.map(({ text, values = [] }) => ({ text, values: texts(values) })),
    ),
  )
}

async function interactive<T>(client: pg.PoolClient, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await rows(client.query('begin'))
  try {
    const result = await work({
      query: (text, values = []) => rows(client.query(text, texts(values))) as Promise<never[]>,
      script: async (text) => {
        await rows(client.query(text))
      },
    })
    await rows(client.query('commit'))
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** The driver turns values into text by their type; a boolean or a number is text here already. */
function texts(values: readonly Value[]): (string | null)[] {
  return values.map((value) => (value === null ? null : String(value)))
}

async function rows(result: Promise<pg.QueryResult | pg.QueryResult[]>): Promise<Row[]> {
  try {
    // A message of several statements has several results.
    return [await result].flat().at(-1)?.rows ?? []
  } catch (error) {
    return rethrow(error)
  }
}

/** Whatever the driver rejects with as a {@link DatabaseError}; what no server answered is a lost connection. */
function rethrow(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code) {
    const { message, code, detail = null, hint = null } = error
    throw new DatabaseError({ message, code, detail, hint })
  }
  const { message, code = 'the connection is lost' } = error as Error & { code?: string }
  throw new DatabaseError({ message: message || code, code: CONNECTION_FAILURE })
}
