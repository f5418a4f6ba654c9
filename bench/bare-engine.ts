import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { Caller } from '../server/db/as-caller.ts'
import type { Statement } from '../server/db/database.ts'
import { DurableNodeFS } from '../server/db/durable-fs.ts'
import { EXTENSIONS, START_PARAMETERS, TEXT_SERIALIZERS } from '../server/db/pglite-options.ts'

// The limit of the database side: the engine alone runs statements over and over, as its library is meant to be used,
// each a transaction of its own. What it commits is flushed, as the product's commits are.
interface Task {
  statements: Statement[]
  /** By whose row rules; the owner's, who is under none, without. */
  caller: Caller | null
  seconds: number
  connections: number
}

type Run = (statement: Statement, identity: string | undefined) => Promise<unknown>

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
  return ({ text, values }, identity) => {
    if (identity === undefined) return values ? db.query(text, [...values]) : db.exec(text)
    return db.transaction(async (tx) => {
      await tx.exec(identity)
      return tx.query(text, [...(values ?? [])])
    })
  }
}

function server(connectionString: string): Run {
  const pool = new pg.Pool({ connectionString, max: 10, pipeline: true })
  return async ({ text, values }, identity) => {
    if (identity === undefined) return pool.query(text, values && [...values])
    const client = await pool.connect()
    // Together, so that a transaction is one round trip.
    const sent = [`begin; ${identity}`, { text, values: [...(values ?? [])] }, 'commit']
    const outcomes = await Promise.allSettled(sent.map((query) => client.query(query)))
    client.release()
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }
}

function identityOf({ role, claims }: Caller): string {
  const literal = `'${JSON.stringify(claims).replaceAll("'", "''")}'`
  return `set local role ${role}; set local request.jwt.claims = ${literal}`
}

process.on('message', async ({ statements, caller, seconds, connections }: Task) => {
  let done = 0
  const identity = caller ? identityOf(caller) : undefined
  const end = performance.now() + seconds * 1000
  const connection = async () => {
    while (performance.now() < end) {
      const statement = statements[done++ % statements.length]
      if (statement) await run(statement, identity)
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  process.send?.(done / seconds)
})
process.on('SIGTERM', () => process.exit(0))
