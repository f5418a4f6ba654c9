import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { openSite } from '../../../server/site.ts'
import { runProgram } from '../../support/site/programs.ts'
import { runAsMigration } from '../../support/site/run-as-migration.ts'
import { startServer, startServerOn, type TestServer } from '../../support/site/server.ts'
import {
  ENGINES,
  newEmptyTestDatabase,
  newTestDatabase,
  type TestDatabase,
} from '../../support/site/test-database.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'criterion-foreign-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Objects of another program in the same schema, accessible to every role. */
const THEIRS = `
  create table public.customers (id integer primary key, name text);
  insert into public.customers values (1, 'Ada');
  create view public.names as select name from public.customers;
  create function public.forget_all() returns void language sql security definer as 'delete from public.customers';
  grant all on public.customers, public.names to public;
`

async function onDatabase({ env }: TestDatabase, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL ?? '' })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('a database that belongs to another application', () => {
  const contentOf = (database: TestDatabase) =>
    onDatabase(
      database,
      `select oid::regclass::text as name, relacl::text from pg_class where relnamespace not in
         (select oid from pg_namespace where nspname like 'pg\\_%' or nspname = 'information_schema')
       union all select nspname, null from pg_namespace order by 1`,
    )

  test.each([
    ['tables and functions', THEIRS, 'public.customers'],
    ['its own profiles', 'create table public.profiles (id integer)', 'public.profiles'],
    [
      'only a function',
      'create function public.tell() returns int language sql as $$ select 1 $$',
      'public.tell()',
    ],
    ['another schema', 'create schema shop; create table shop.orders (id integer)', 'shop.orders'],
    ['accounts', 'create schema auth; create table auth.users (id integer)', 'auth.users'],
    [
      'its own migrations',
      `create schema supabase_migrations; create table supabase_migrations.schema_migrations
         (version text primary key, statements text[], name text); ${THEIRS}`,
      'public.customers',
    ],
  ])('the server refuses it in one line and leaves it unchanged: %s', async (_, sql, named) => {
    const database = await newEmptyTestDatabase('postgres')
    try {
      await onDatabase(database, sql)
      const before = await contentOf(database)
      const { code, errors } = await runProgram(['scripts/admin.ts', 'export'], database.env)
      expect([code, errors]).toEqual([
        1,
        `DATABASE_URL leads to a database that is neither empty nor a site’s: it has ${named}; make a new one and name that. Nothing was changed.\n`,
      ])
      const backup = await runProgram(
        ['scripts/admin.ts', 'backup', path.join(folder, 'theirs.gz')],
        database.env,
      )
      expect([backup.code, backup.errors]).toEqual([
        1,
        'DATABASE_URL leads to no database of a site; name the one that you mean.\n',
      ])
      expect(await contentOf(database)).toEqual(before)
    } finally {
      await database.remove()
    }
  })

  test('a database with unknown migrations is refused with both remedies', async () => {
    const database = await newEmptyTestDatabase('postgres')
    await onDatabase(
      database,
      `create schema supabase_migrations; create table supabase_migrations.schema_migrations
         (version text primary key, statements text[], name text);
       insert into supabase_migrations.schema_migrations values ('20200101000000')`,
    )
    await expect(openSite(readConfig(database.env))).rejects.toThrow(
      /^The database has migrations of something else \(the last is 20200101000000\) and none of MIGRATIONS_DIR/,
    )
    await database.remove()
  })

  test('a backup is not restored into it', async () => {
    const [site, theirs] = [await newTestDatabase('pglite'), await newEmptyTestDatabase('postgres')]
    const file = path.join(folder, 'site.gz')
    expect((await runProgram(['scripts/admin.ts', 'backup', file], site.env)).errors).toBe('')
    await onDatabase(theirs, 'create function public.tell() returns int language sql as $$ select 1 $$')
    const { errors } = await runProgram(['scripts/admin.ts', 'restore', file], theirs.env)
    expect(errors).toMatch(/^DATABASE_URL leads to a database that is not empty.* It has public\.tell\(\)/)
    await site.remove()
    await theirs.remove()
  })

  test('the server accepts a database that contains only extensions', async () => {
    const database = await newEmptyTestDatabase('postgres')
    await onDatabase(database, 'create extension pg_trgm schema public; create schema mine')
    const server = await startServerOn(database, { CATALOGUE: 'none' })
    const called = await fetch(`${server.url}/rest/v1/rpc/show_limit`, { headers: { apikey: server.key } })
    expect(called.status).toBe(404)
    await server.close()
    await database.remove()
  })

  test('a migration that the database refuses is named in one line', async () => {
    const database = await newTestDatabase('postgres')
    await onDatabase(database, 'create table public.shelves (id integer)')
    const migrations = path.join(folder, 'migrations')
    cpSync('supabase/migrations', migrations, { recursive: true })
    writeFileSync(
      path.join(migrations, '29990101000000_shelves.sql'),
      'create table public.shelves (id integer)',
    )
    const { code, errors } = await runProgram(['scripts/admin.ts', 'export'], {
      ...database.env,
      MIGRATIONS_DIR: migrations,
      BACKUP_DIR: 'none',
    })
    expect([code, errors]).toEqual([
      1,
      'The database refused the migration 29990101000000_shelves (relation "shelves" already exists); correct the migration, or remove what it conflicts with. Nothing was changed.\n',
    ])
    await database.remove()
  })
})

describe.each(ENGINES)('objects that no migration created on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(engine)
    await runAsMigration(
      server.db,
      'create table public.ours (id integer); grant select on public.ours to anon',
    )
    await server.db.transaction((tx) => tx.script(`${THEIRS}; notify pgrst`))
  })
  afterAll(() => server.close())

  const ask = (what: string, method = 'GET', body?: string) =>
    fetch(`${server.url}/rest/v1/${what}`, {
      method,
      headers: { apikey: server.key, 'content-type': 'application/json' },
      ...(body && { body }),
    }).then(async (response) => [response.status, ((await response.json()) as { code: string }).code])

  test('the API neither reads, writes nor calls them, although every role has the right', async () => {
    await vi.waitFor(async () => expect((await ask('ours'))[0]).toBe(200), 20_000)
    expect(await ask('customers')).toEqual([404, 'PGRST205'])
    expect(await ask('names')).toEqual([404, 'PGRST205'])
    expect(await ask('customers', 'POST', '{"id": 2}')).toEqual([404, 'PGRST205'])
    expect(await ask('customers?id=eq.1', 'DELETE')).toEqual([404, 'PGRST205'])
    expect(await ask('rpc/forget_all', 'POST', '{}')).toEqual([404, 'PGRST202'])
    expect(await server.db.query('select name from public.customers')).toEqual([{ name: 'Ada' }])
  })
})
