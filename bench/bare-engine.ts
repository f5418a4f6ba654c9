import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import pg from 'pg'
import type { Statement } from '../server/db/database.ts'
import { START_PARAMETERS, TEXT_SERIALIZERS } from '../server/db/pglite-options.ts'

// The limit of the database side: the engine alone runs one statement over and over, as its owner, in no transaction.
interface Task {
  statement: Statement
  seconds: number
  connections: number
}

const run = process.env.DATABASE_URL
  ? server(process.env.DATABASE_URL)
  : await embedded(process.env.FOLDER ?? '')

async function embedded(folder: string) {
  const db = await PGlite.create({
    fs: new NodeFS(folder),
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

process.on('message', async ({ statement, seconds, connections }: Task) => {
  let done = 0
  const end = performance.now() + seconds * 1000
  const caller = async () => {
    while (performance.now() < end) {
      await run(statement)
      done++
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  process.send?.(done / seconds)
})
process.on('SIGTERM', () => process.exit(0))
