import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { Caller } from '../../../server/db/as-caller.ts'
import type { Statement } from '../../../server/db/database.ts'
import { DurableNodeFS } from '../../../server/db/pglite/durable-fs.ts'
import { EXTENSIONS, START_PARAMETERS, TEXT_SERIALIZERS } from '../../../server/db/pglite/options.ts'

// The upper limit of the database: the engine runs statements in turn with its library, each in a separate transaction,
// either continuously or one for each request to a minimal Fastify route. Commits are flushed, as the server's are.
export interface Task {
  statements: readonly Statement[]
  /** The caller whose row rules apply; null runs as the owner, without row rules. */
  caller: Caller | null
  /** Runs the statements continuously and returns their number per second. */
  load?: { seconds: number; connections: number }
  /** Runs the statements for requests and returns the route's address. The route adds these headers. */
  headers?: Record<string, string>
}

/** Returns a statement's row, if it has one. */
type Run = (statement: Statement, identity: string | undefined) => Promise<{ body?: string } | undefined>

const run = process.env.DATABASE_URL
  ? server(process.env.DATABASE_URL)
  : await embedded(process.env.FOLDER ?? '')

async function embedded(folder: string): Promise<Run> {
  const db = await PGlite.create({
    fs: new DurableNodeFS(folder),
    startParams: START_PARAMETERS,
    serializers: TEXT_SERIALIZERS,
    extensions: EXTENSIONS,
  })
  return async ({ text, values }, identity) => {
    if (identity === undefined) return (await db.query<object>(text, [...(values ?? [])])).rows[0]
    return db.transaction(async (tx) => {
      await tx.exec(identity)
      return (await tx.query<object>(text, [...(values ?? [])])).rows[0]
    })
  }
}

function server(connectionString: string): Run {
  const pool = new pg.Pool({ connectionString, max: 10, pipeline: true })
  return async ({ text, values }, identity) => {
    if (identity === undefined) return (await pool.query(text, values && [...values])).rows[0]
    const client = await pool.connect()
    // Sent together, so that a transaction is one round trip.
    const sent = [`begin; ${identity}`, { text, values: [...(values ?? [])] }, 'commit']
    const outcomes = await Promise.allSettled(sent.map((query) => client.query(query)))
    client.release()
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    const [, result] = outcomes
    return result?.status === 'fulfilled' ? result.value.rows[0] : undefined
  }
}

function identityOf({ role, claims }: Caller): string {
  const literal = `'${JSON.stringify(claims).replaceAll("'", "''")}'`
  return `set local role ${role}; set local request.jwt.claims = ${literal}`
}

let task: Task = { statements: [], caller: null }
let done = 0

function runNext() {
  const statement = task.statements[done++ % task.statements.length]
  if (statement) return run(statement, task.caller ? identityOf(task.caller) : undefined)
}

async function rateOf({ seconds, connections }: { seconds: number; connections: number }): Promise<number> {
  done = 0
  const end = performance.now() + seconds * 1000
  const connection = async () => {
    while (performance.now() < end) await runNext()
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return done / seconds
}

/** Loads Fastify only when needed, because the opening of the engine is also measured. */
async function listen(): Promise<string> {
  const { default: fastify } = await import('fastify')
  const app = fastify()
  app.route({
    method: ['GET', 'POST'],
    url: '/',
    handler: async (_, reply) => {
      const row = await runNext()
      return reply.headers(task.headers ?? {}).send(row?.body ?? '')
    },
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

let address: Promise<string> | undefined

process.on('message', async (received: Task) => {
  task = received
  if (received.headers) address ??= listen()
  process.send?.(received.load ? await rateOf(received.load) : ((await address) ?? 'open'))
})
process.on('SIGTERM', () => process.exit(0))
