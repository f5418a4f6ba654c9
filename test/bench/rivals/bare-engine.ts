import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { Caller } from '../../../server/db/as-caller.ts'
import type { Statement } from '../../../server/db/database.ts'
import { DurableNodeFS } from '../../../server/db/pglite/durable-fs.ts'
import { EXTENSIONS, START_PARAMETERS, TEXT_SERIALIZERS } from '../../../server/db/pglite/options.ts'

// The limit of the database side: the engine runs statements in turn, as its library is meant to be used, each a
// transaction of its own; over and over by itself, or one for each request to a route of Fastify that does nothing else.
// What it commits is flushed, as the product's commits are.
export interface Task {
  statements: readonly Statement[]
  /** By whose row rules; the owner's, who is under none, without. */
  caller: Caller | null
  /** To run them by itself: answered with how many it ran in a second. */
  load?: { seconds: number; connections: number }
  /** To run them for requests: answered with the address of the route, which sends these beside what a statement gives. */
  headers?: Record<string, string>
}

/** Answers the one row of a statement, if it has any. */
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
    // Together, so that a transaction is one round trip.
    const sent = [`begin; ${identity}`, { text, values: [...(values ?? [])] }, 'commit']
    const outcomes = await Promise.allSettled(sent.map((query) => client.query(query)))
    client.release()
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    const [, answer] = outcomes
    return answer?.status === 'fulfilled' ? answer.value.rows[0] : undefined
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

/** Loaded only when it is wanted: what opens the engine alone is measured, too. */
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

process.on('message', async (told: Task) => {
  task = told
  if (told.headers) address ??= listen()
  process.send?.(told.load ? await rateOf(told.load) : ((await address) ?? 'open'))
})
process.on('SIGTERM', () => process.exit(0))
