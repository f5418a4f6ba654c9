import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { keptSchema } from '../../../server/rest/schema/kept-schema.ts'
import { openSite } from '../../../server/site.ts'
import { runAsMigration } from '../../support/site/run-as-migration.ts'
import { startServerOn } from '../../support/site/server.ts'
import { newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

let database: TestDatabase
let file: string
beforeEach(async () => {
  database = await newTestDatabase('pglite')
  file = path.join(readConfig(database.env).dataDir, 'schema.json')
})
afterEach(() => database.remove())

async function withDatabase(work: (db: Awaited<ReturnType<typeof openSite>>) => Promise<void>) {
  const db = await openSite(readConfig(database.env))
  await work(db).finally(() => db.close())
}

test('what the catalogue told is read again only as it was written, and of the same migrations', async () => {
  await withDatabase(async (db) => {
    const kept = keptSchema(db, file)
    expect(await kept.read()).toBeUndefined()
    await kept.write('{"told": 1}')
    expect(await kept.read()).toBe('{"told": 1}')

    const whole = await readFile(file, 'utf8')
    await writeFile(file, whole.slice(0, -1))
    expect(await kept.read()).toBeUndefined()
    await writeFile(file, whole)
    expect(await kept.read()).toBe('{"told": 1}')

    await db.query(`insert into supabase_migrations.schema_migrations (version) values ('20990101000000')`)
    expect(await kept.read()).toBeUndefined()
    // Nobody needs it.
    await keptSchema(db, path.join(file, 'beneath')).write('{}')
  })
})

test('a start serves by what was kept, and soon by what the catalogue tells', async () => {
  await (await startServerOn(database)).close()
  await withDatabase(async (db) => {
    await runAsMigration(
      db,
      'create table public.late (id int primary key); grant select on public.late to anon',
    )
  })
  const server = await startServerOn(database)
  const statusOf = async () =>
    (await fetch(`${server.url}/rest/v1/late`, { headers: { apikey: server.key } })).status
  expect(await statusOf()).toBe(404)
  await vi.waitFor(async () => expect(await statusOf()).toBe(200), { timeout: 20_000, interval: 200 })
  await server.close()
})
