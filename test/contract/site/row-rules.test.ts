import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import pg from 'pg'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { EXTENSIONS } from '../../../server/db/pglite/options.ts'
import { openSite } from '../../../server/site.ts'
import { expectToPass, PGTAP_FILES, prepare, type Run } from '../../support/pgtap.ts'
import { ENGINES, type Engine, newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

describe.each(ENGINES)('row rules on %s', (engine) => {
  let database: TestDatabase
  let session: { run: Run; close: () => Promise<void> }

  beforeAll(async () => {
    database = await newTestDatabase(engine)
    await openSite(readConfig(database.env)).then((db) => db.close())
    session = await openSession(engine, database)
    await prepare(session.run)
  })

  afterAll(async () => {
    await session?.close()
    await database?.remove()
  })

  test.each(PGTAP_FILES)('the pgTAP tests in %s pass', (file) => expectToPass(session.run, file))
})

async function openSession(
  engine: Engine,
  { env }: TestDatabase,
): Promise<{ run: Run; close: () => Promise<void> }> {
  if (engine === 'postgres') {
    const client = new pg.Client({ connectionString: env.DATABASE_URL })
    await client.connect()
    return {
      run: async (script) =>
        [(await client.query(script)) as pg.QueryResult | pg.QueryResult[]].flat().map((r) => r.rows),
      close: () => client.end(),
    }
  }
  const db = await PGlite.create({
    fs: new NodeFS(path.join(env.DATA_DIR, 'postgres')),
    extensions: EXTENSIONS,
  })
  return {
    run: async (script) => (await db.exec(script)).map((result) => result.rows as Record<string, unknown>[]),
    close: () => db.close(),
  }
}
