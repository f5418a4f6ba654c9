import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { Statement } from '../server/db/database.ts'
import { DurableNodeFS } from '../server/db/durable-fs.ts'
import { START_PARAMETERS, TEXT_SERIALIZERS } from '../server/db/pglite-options.ts'

// The limit of the database side: the engine alone runs statements over and over, as its owner, each a transaction of
// its own. What it commits is flushed, as the product's commits are.
interface Task {
  statements: Statement[]
  seconds: number
  connections: number
}

const run = process.env.DATABASE_URL
  ? server(process.env.DATABASE_URL)
  : await embedded(process.env.FOLDER ?? '')

async function embedded(folder: string) {
  const db = await PGlite.create({
    fs: new DurableNodeFS(folder),
    startParams: START_PARAMETERS,
    serializers: TEXT_SERIALIZERS,
  })
  return ({ text, values }: Statement): Promise<unknown> =>
    values ? db.query(text, [...values]) : db.exec(text)
}

function server(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 10, pipeline: true })
  return ({ text, values }: Statement): Promise<unknown> => pool.query(text, values && [...values])
}

process.on('message', async ({ statements, seconds, connections }: Task) => {
  let done = 0
  const end = performance.now() + seconds * 1000
  const caller = async () => {
    while (performance.now() < end) {
      const statement = statements[done++ % statements.length]
      if (statement) await run(statement)
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  process.send?.(done / seconds)
})
process.on('SIGTERM', () => process.exit(0))
