import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { TRACKING } from '../../../server/realtime/sources.ts'
import { openSite } from '../../../server/site.ts'
import { expectToPass, PGTAP_FILES, prepare, type Run } from '../../support/pgtap.ts'
import { runProgram } from '../../support/site/programs.ts'
import {
  newEmptyTestDatabase,
  type SiteSettings,
  type TestDatabase,
  withoutPooler,
} from '../../support/site/test-database.ts'

const PROJECT = readFileSync(new URL('../../support/site/hosted-project.sql', import.meta.url), 'utf8')
const MIGRATIONS = path.resolve(import.meta.dirname, '../../../supabase/migrations')

describe('a hosted Supabase project', () => {
  const owner = `hosted_${randomUUID().replaceAll('-', '')}`
  let database: TestDatabase
  let platform: pg.Client
  let project: pg.Client
  let env: SiteSettings

  beforeAll(async () => {
    database = withoutPooler(await newEmptyTestDatabase('postgres'))
    const url = new URL(database.env.DATABASE_URL ?? '')
    platform = await connect(url.href)
    const password = randomUUID()
    await platform.query(`create role ${owner} login createdb createrole bypassrls password '${password}'`)
    await platform.query(PROJECT.replaceAll(':owner', owner).replaceAll(':database', url.pathname.slice(1)))
    url.username = owner
    url.password = password
    env = { ...database.env, DATABASE_URL: url.href }
    project = await connect(url.href)
  })

  afterAll(async () => {
    await project?.end()
    await platform?.end()
    await database?.remove()
    await dropRole(owner)
  })

  test('the server refuses to migrate a hosted project and names the tool that does', async () => {
    await expect(openSite(readConfig(env))).rejects.toThrow(/hosted Supabase project .* run supabase db push/)
    expect((await project.query(`select from pg_namespace where nspname = 'private'`)).rowCount).toBe(0)
  })

  test('the migrations apply as the project’s owner, which is not a superuser', async () => {
    await project.query('create schema supabase_migrations')
    await project.query(
      'create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)',
    )
    for (const file of readdirSync(MIGRATIONS).sort()) {
      const [version, name] = file.replace('.sql', '').split(/_(.*)/s)
      await project.query(readFileSync(path.join(MIGRATIONS, file), 'utf8'))
      await project.query(
        'insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)',
        [version, name],
      )
    }
    const site = await openSite(readConfig(env))
    await expect(buildApp(readConfig(env), site)).rejects.toThrow(/build the static site/)
    await site.close()
  })

  test('the command line imports the catalogue into a hosted project', async () => {
    const { code, errors } = await runProgram(['scripts/admin.ts', 'import', 'catalogue/films.csv'], env)
    expect([code, errors]).toEqual([0, ''])
    expect((await project.query('select from public.films')).rowCount).toBe(1299)
  })

  test('the statement of the documentation publishes every table whose changes the server of this project sends', async () => {
    const guide = readFileSync(path.resolve(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
    const [statement = ''] = /^alter publication supabase_realtime [^;]*;/m.exec(guide) ?? []
    await project.query('create publication supabase_realtime')
    await project.query(statement)
    const { rows } = await project.query(
      'select tablename from pg_publication_tables where schemaname = $1 order by tablename',
      ['public'],
    )
    expect(rows.map(({ tablename }) => tablename)).toEqual(['films', ...TRACKING].sort())
  })

  describe('accounts created by the project’s own service', () => {
    /** Signs a person up as the hosted service does: with its role, and the person's metadata. */
    async function signUp(metadata: unknown): Promise<string | undefined> {
      const id = randomUUID()
      await platform.query('set session authorization supabase_auth_admin')
      try {
        await platform.query(
          `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_user_meta_data, created_at)
           values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, 'a hash', $3, now())`,
          [id, `${id}@example.org`, metadata === null ? null : JSON.stringify(metadata)],
        )
      } finally {
        await platform.query('reset session authorization')
      }
      const { rows } = await project.query('select username from public.profiles where id = $1', [id])
      return rows[0]?.username
    }

    test('an account gets a profile with the requested username', async () => {
      expect(await signUp({ username: ' Anna ' })).toBe('anna')
    })

    test('an account without a requested username gets a generated one', async () => {
      expect(await signUp({})).toMatch(/^user_\d{13}$/)
      expect(await signUp(null)).toMatch(/^user_\d{13}$/)
    })

    test('an account with an unavailable username is refused', async () => {
      for (const username of ['admin', 'ANNA', 'a b']) await expect(signUp({ username })).rejects.toThrow()
      const { rowCount } = await project.query(`select from auth.users`)
      expect(rowCount).toBe(3)
    })

    test('an account that the service deletes leaves no rows', async () => {
      await platform.query('set session authorization supabase_auth_admin')
      await platform.query('delete from auth.users')
      await platform.query('reset session authorization')
      expect((await project.query('select from public.profiles')).rowCount).toBe(0)
    })
  })

  describe('row rules', () => {
    const run: Run = async (script) =>
      [(await project.query(script)) as pg.QueryResult | pg.QueryResult[]].flat().map((result) => result.rows)

    beforeAll(() => prepare(run))

    test.each(PGTAP_FILES)('the pgTAP tests in %s pass', (file) => expectToPass(run, file))
  })
})

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Drops a role. The database with the role's objects must be dropped before. */
async function dropRole(role: string): Promise<void> {
  const client = await connect(inject('postgresServer'))
  await client.query(`drop role if exists ${role}`)
  await client.end()
}
