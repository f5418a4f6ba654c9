import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../server/config.ts'
import { takeDataFolder } from '../server/db/data-folder.ts'
import { ENGINE_MAJOR } from '../server/db/pglite-version.ts'
import { openPostgres } from '../server/db/postgres.ts'
import { openSite } from '../server/site.ts'
import { end, freePort, runToEnd, startSite } from './child.ts'
import { newEmptyPlace, newPlace, type Place } from './place.ts'

const ENGINES_WITH_SERVERS = process.env.TEST_DATABASE_URL ? (['postgres'] as const) : []

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'criterion-starting-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a server that refuses to: one line on standard error, exit code 1. */
async function refusal(env: Record<string, string>): Promise<string> {
  const dataDir = mkdtempSync(path.join(folder, 'untouched-'))
  const { code, output, errors } = await runToEnd(['server/main.ts'], {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    ...env,
  })
  expect(code).toBe(1)
  expect(output).toBe('')
  expect(errors.trimEnd().split('\n')).toHaveLength(1)
  expect(existsSync(path.join(dataDir, 'postgres')), 'nothing half made').toBe(false)
  expect(existsSync(path.join(dataDir, 'postgres.new')), 'nothing half made').toBe(false)
  return errors
}

describe('a server that cannot start says in one line which setting to mend', () => {
  test('a missing catalogue', async () => {
    expect(await refusal({ CATALOGUE: path.join(folder, 'none.csv') })).toMatch(
      /^CATALOGUE .* cannot be read.*CATALOGUE=none/,
    )
  })

  test('a broken catalogue, with the line', async () => {
    const file = path.join(folder, 'broken.csv')
    writeFileSync(file, 'spine,title,director\n1,a,b\nx,c,d\ny,e,f\n')
    expect(await refusal({ CATALOGUE: file })).toMatch(/^CATALOGUE .* line 3 .*whole number.*\(and 1 more\)/)
  })

  test('a database that cannot be reached', async () => {
    const url = `postgres://someone:secret@127.0.0.1:${await freePort()}/films`
    const said = await refusal({ DATABASE_URL: url })
    expect(said).toMatch(/^DATABASE_URL .*127\.0\.0\.1.* cannot be reached/)
    expect(said).not.toContain('secret')
  })

  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    expect(await refusal({ PORT: String(port) })).toMatch(
      new RegExp(`^PORT is ${port}, which another program uses`),
    )
    other.close()
  })

  test('a data folder that cannot be written', async () => {
    const file = path.join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await refusal({ DATA_DIR: path.join(file, 'data') })).toMatch(/^DATA_DIR .* cannot be written/)
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['LOG_LEVEL', 'loud'],
    ['SITE_URL', 'films.example.org'],
    ['SITE_URL', 'https://example.org/films'],
    ['TRUST_PROXY', 'my-proxy'],
    ['TRUST_PROXY', '10.0.0.1, 10.0.0.0/33'],
  ])('%s=%s', async (name, value) => {
    expect(await refusal({ [name]: value })).toMatch(new RegExp(`^${name} is "${value}"; it must be `))
  })

  test('an address that is no PostgreSQL, without its password', async () => {
    const said = await refusal({ DATABASE_URL: 'mysql://someone:secret@localhost/films' })
    expect(said).toMatch(/^DATABASE_URL is no such address; it must be /)
    expect(said).not.toContain('secret')
  })

  test('a folder without migrations, or with one whose name no tool would apply', async () => {
    const empty = path.join(folder, 'no-migrations')
    mkdirSync(empty)
    expect(await refusal({ MIGRATIONS_DIR: empty })).toMatch(/^MIGRATIONS_DIR .* has no migrations/)
    writeFileSync(path.join(empty, '2026_films.sql'), 'select 1')
    expect(await refusal({ MIGRATIONS_DIR: empty })).toMatch(/^MIGRATIONS_DIR .* 2026_films\.sql/)
  })

  test('an embedded database that does not open', async () => {
    const dataDir = path.join(folder, 'torn')
    mkdirSync(path.join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), ENGINE_MAJOR)
    const { code, errors } = await runToEnd(['server/main.ts'], {
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
    })
    expect(code).toBe(1)
    expect(errors).toMatch(/^DATA_DIR is .*torn, whose database does not open .*backup.*\n$/)
  })

  test('a data folder that holds something else, which stays as open as it was', async () => {
    const shared = path.join(folder, 'shared')
    mkdirSync(shared, { mode: 0o755 })
    writeFileSync(path.join(shared, 'letter.txt'), '')
    expect(await refusal({ DATA_DIR: shared })).toMatch(/^DATA_DIR .* holds other files/)
    expect(statSync(shared).mode & 0o777).toBe(0o755)
  })

  test('but not one that holds what a server leaves there', async () => {
    const left = path.join(folder, 'left')
    mkdirSync(left)
    writeFileSync(path.join(left, 'schema.json'), '')
    takeDataFolder(left).release()
  })

  test('a missing folder of migrations', async () => {
    expect(await refusal({ MIGRATIONS_DIR: path.join(folder, 'none') })).toMatch(
      /^MIGRATIONS_DIR .* cannot be read/,
    )
  })
})

describe('the embedded data folder', () => {
  let place: Place
  beforeAll(async () => {
    place = await newPlace('pglite')
  })
  afterAll(() => place.remove())

  test('has one opener, readable by its owner only, and outlives a kill', async () => {
    const first = await startSite(place.env)
    const second = await runToEnd(['server/main.ts'], { ...place.env, PORT: String(await freePort()) })
    expect(second.code).toBe(1)
    expect(second.errors).toMatch(new RegExp(`^DATA_DIR .* in use by process ${first.child.pid}; `))
    expect(statSync(place.env.DATA_DIR ?? '').mode & 0o777).toBe(0o700)

    await end(first.child, 'SIGKILL')
    const third = await startSite(place.env)
    await end(third.child)
    expect(third.child.exitCode).toBe(0)
  })

  test('takes commands where its path is too long for a socket', async () => {
    const dataDir = path.join(folder, 'long'.repeat(30))
    const long = { ...place.env, DATA_DIR: dataDir, CATALOGUE: 'none' }
    const { child } = await startSite(long)
    const file = path.join(folder, 'films.csv')
    writeFileSync(file, 'spine,title,director\n1,a,b\n')
    const { output } = await runToEnd(['scripts/admin.ts', 'import', file], long)
    expect(output).toContain('1 added')
    await end(child)
  })

  test('an interrupted first start leaves nothing in the way', async () => {
    const dataDir = path.join(folder, 'interrupted')
    mkdirSync(path.join(dataDir, 'postgres.new'), { recursive: true })
    writeFileSync(path.join(dataDir, 'postgres.new', 'PG_VERSION'), '18')
    const db = await openSite(readConfig({ DATA_DIR: dataDir, CATALOGUE: 'none' }))
    expect(await db.query('select count(*)::int as films from films')).toEqual([{ films: 0 }])
    await db.close()
    expect(readdirSync(dataDir)).not.toContain('postgres.new')
  })

  test('one that a newer version has migrated is refused', async () => {
    const db = await openSite(readConfig(place.env))
    await db.query(
      `insert into supabase_migrations.schema_migrations values ('29990101000000', '{}', 'later')`,
    )
    await db.close()
    const { code, errors } = await runToEnd(['server/main.ts'], {
      ...place.env,
      PORT: String(await freePort()),
    })
    expect(code).toBe(1)
    expect(errors).toMatch(/^The database has the migration 29990101000000.*newer version/)
  })
})

describe.each(ENGINES_WITH_SERVERS)('a new database on %s', (engine) => {
  test('two servers starting at once share the work', async () => {
    const place = await newEmptyPlace(engine)
    const servers = await Promise.all([startSite(place.env), startSite(place.env)])
    const db = await openPostgres(place.env.DATABASE_URL ?? '')
    expect(await db.query('select count(*)::int as films from films')).toEqual([{ films: 1299 }])
    expect(await db.query('select count(*)::int as keys from auth.signing_keys')).toEqual([{ keys: 1 }])
    const keys = await Promise.all(
      servers.map(({ url }) =>
        fetch(`${url}/config.json`).then((answer) => answer.json() as Promise<{ supabaseKey: string }>),
      ),
    )
    expect(keys[0]?.supabaseKey).toBe(keys[1]?.supabaseKey)
    await db.close()
    await Promise.all(servers.map(({ child }) => end(child)))
    await place.remove()
  })

  test('a broken catalogue leaves nothing behind', async () => {
    const place = await newEmptyPlace(engine)
    await expect(
      openSite(readConfig({ ...place.env, CATALOGUE: path.join(folder, 'none.csv') })),
    ).rejects.toThrow('CATALOGUE')
    const db = await openPostgres(place.env.DATABASE_URL ?? '')
    expect(await db.query(`select to_regclass('films') as films, to_regnamespace('auth') as auth`)).toEqual([
      { films: null, auth: null },
    ])
    await db.close()
    await place.remove()
  })
})
