import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { takeDataFolder } from '../../../server/db/pglite/data-folder.ts'
import { startEngine } from '../../../server/db/pglite/engine-client.ts'
import { openPostgres } from '../../../server/db/postgres/postgres.ts'
import { openSite } from '../../../server/site.ts'
import { freePort, runProgram, startSite, stopProcess } from '../../support/site/programs.ts'
import { newEmptyTestDatabase, newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

const ENGINES_WITH_SERVERS = ['postgres'] as const

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'criterion-starting-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a server that refuses to start; expects exit code 1 and returns its one line of standard error. */
async function refusal(env: Record<string, string>): Promise<string> {
  const dataDir = mkdtempSync(path.join(folder, 'untouched-'))
  const { code, output, errors } = await runProgram(['server/main.ts'], {
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

describe('a server that cannot start', () => {
  test('a missing catalogue file is reported in one line', async () => {
    expect(await refusal({ CATALOGUE: path.join(folder, 'none.csv') })).toMatch(
      /^CATALOGUE .* cannot be read.*CATALOGUE=none/,
    )
  })

  test('an invalid catalogue file is reported with its line', async () => {
    const file = path.join(folder, 'broken.csv')
    writeFileSync(file, 'spine,title,director\n1,a,b\nx,c,d\ny,e,f\n')
    expect(await refusal({ CATALOGUE: file })).toMatch(/^CATALOGUE .* line 3 .*whole number.*\(and 1 more\)/)
  })

  test('an unreachable database is reported in one line', async () => {
    const url = `postgres://someone:secret@127.0.0.1:${await freePort()}/films`
    const message = await refusal({ DATABASE_URL: url })
    expect(message).toMatch(/^DATABASE_URL .*127\.0\.0\.1.* cannot be reached/)
    expect(message).not.toContain('secret')
  })

  test('a port in use is reported in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    expect(await refusal({ PORT: String(port) })).toMatch(
      new RegExp(`^PORT is ${port}, which another program uses`),
    )
    other.close()
  })

  test('a data folder that is not writable is reported in one line', async () => {
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
  ])('the invalid setting %s=%s is reported in one line', async (name, value) => {
    expect(await refusal({ [name]: value })).toMatch(new RegExp(`^${name} is "${value}"; it must be `))
  })

  test('an address of another database system is reported without its password', async () => {
    const message = await refusal({ DATABASE_URL: 'mysql://someone:secret@localhost/films' })
    expect(message).toMatch(/^DATABASE_URL is not a valid address; it must be /)
    expect(message).not.toContain('secret')
  })

  test('a migrations folder without migrations, or with an invalid file name, is reported', async () => {
    const empty = path.join(folder, 'no-migrations')
    mkdirSync(empty)
    expect(await refusal({ MIGRATIONS_DIR: empty })).toMatch(/^MIGRATIONS_DIR .* has no migrations/)
    writeFileSync(path.join(empty, '2026_films.sql'), 'select 1')
    expect(await refusal({ MIGRATIONS_DIR: empty })).toMatch(/^MIGRATIONS_DIR .* 2026_films\.sql/)
  })

  test('a data folder with unrelated files is refused, and its permissions stay unchanged', async () => {
    const shared = path.join(folder, 'shared')
    mkdirSync(shared, { mode: 0o755 })
    writeFileSync(path.join(shared, 'letter.txt'), '')
    expect(await refusal({ DATA_DIR: shared })).toMatch(/^DATA_DIR .* holds other files/)
    expect(statSync(shared).mode & 0o777).toBe(0o755)
  })

  test('a data folder with the remains of a killed first start is accepted', async () => {
    const left = path.join(folder, 'left')
    mkdirSync(left)
    for (const file of ['lock', 'holder.pid']) writeFileSync(path.join(left, file), '')
    const taken = takeDataFolder(left)
    expect(taken.isNew).toBe(true)
    taken.release()
  })

  test('migrations of only another schema are refused, and additional ones are accepted', async () => {
    const own = path.join(folder, 'own-migrations')
    mkdirSync(own)
    const sql = 'create table public.shelves (id integer primary key); grant select on public.shelves to anon'
    writeFileSync(path.join(own, '29990101000000_shelves.sql'), sql)
    expect(await refusal({ MIGRATIONS_DIR: own })).toMatch(
      /^MIGRATIONS_DIR has no migration that makes public\.films, which the server needs; copy those of supabase\/migrations/,
    )

    cpSync('supabase/migrations', own, { recursive: true })
    const database = await newEmptyTestDatabase('postgres')
    const { url, child } = await startSite({ ...database.env, MIGRATIONS_DIR: own, CATALOGUE: 'none' })
    const { supabaseKey: apikey } = (await (await fetch(`${url}/config.json`)).json()) as {
      supabaseKey: string
    }
    expect(await (await fetch(`${url}/rest/v1/shelves`, { headers: { apikey } })).json()).toEqual([])
    await stopProcess(child)
    await database.remove()
  })

  test('a missing migrations folder is reported in one line', async () => {
    expect(await refusal({ MIGRATIONS_DIR: path.join(folder, 'none') })).toMatch(
      /^MIGRATIONS_DIR .* cannot be read/,
    )
  })
})

describe('the embedded data folder', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await newTestDatabase('pglite')
  })
  afterAll(() => database.remove())

  test('the data folder is locked by one server, readable only by its owner, and usable after a kill', async () => {
    const first = await startSite(database.env)
    const second = await runProgram(['server/main.ts'], { ...database.env, PORT: String(await freePort()) })
    expect(second.code).toBe(1)
    expect(second.errors).toMatch(new RegExp(`^DATA_DIR .* in use by process ${first.child.pid}; `))
    expect(statSync(database.env.DATA_DIR).mode & 0o777).toBe(0o700)

    await stopProcess(first.child, 'SIGKILL')
    const third = await startSite(database.env)
    await stopProcess(third.child)
    expect(third.child.exitCode).toBe(0)
  })

  test('the command line works with a data folder whose path is too long for a socket', async () => {
    const dataDir = path.join(folder, 'long'.repeat(30))
    cpSync(inject('dataTemplate'), dataDir, { recursive: true })
    const long = { ...database.env, DATA_DIR: dataDir }
    const { child } = await startSite(long)
    const file = path.join(folder, 'films.csv')
    writeFileSync(file, 'spine,title,director\n5000,a,b\n')
    const { output } = await runProgram(['scripts/admin.ts', 'import', file], long)
    expect(output).toContain('1 added')
    await stopProcess(child)
  })

  test('a first start succeeds after an interrupted one', async () => {
    const dataDir = path.join(folder, 'interrupted')
    mkdirSync(path.join(dataDir, 'postgres.new'), { recursive: true })
    writeFileSync(path.join(dataDir, 'postgres.new', 'PG_VERSION'), '18')
    const db = await openSite(readConfig({ DATA_DIR: dataDir, CATALOGUE: 'none' }))
    expect(await db.query('select count(*)::int as films from films')).toEqual([{ films: 0 }])
    await db.close()
    expect(readdirSync(dataDir)).not.toContain('postgres.new')
  })

  test('a data folder migrated by a newer version is refused', async () => {
    const db = await openSite(readConfig(database.env))
    await db.query(
      `insert into supabase_migrations.schema_migrations values ('29990101000000', '{}', 'later')`,
    )
    await db.close()
    const { code, errors } = await runProgram(['server/main.ts'], {
      ...database.env,
      PORT: String(await freePort()),
    })
    expect(code).toBe(1)
    expect(errors).toMatch(/^The database has the migration 29990101000000.*newer version/)
  })
})

describe('a damaged data folder', () => {
  let database: TestDatabase
  let dataDir: string
  beforeAll(async () => {
    database = await newTestDatabase('pglite')
    dataDir = database.env.DATA_DIR
  })
  afterAll(() => database.remove())

  /** Returns every path below a folder with its mode and content hash. */
  function treeOf(root: string): string[] {
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((file) => {
        const { mode } = statSync(path.join(root, file))
        const isFile = statSync(path.join(root, file)).isFile()
        const content = isFile
          ? createHash('sha256')
              .update(readFileSync(path.join(root, file)))
              .digest('hex')
          : ''
        return `${file} ${mode.toString(8)} ${content}`
      })
  }

  /** Runs work while a part of the folder is moved away, and expects the rest to stay unchanged. */
  async function without(part: string, work: () => unknown): Promise<void> {
    const stash = path.join(folder, 'stash')
    renameSync(path.join(dataDir, part), stash)
    try {
      const before = treeOf(dataDir)
      await work()
      expect(treeOf(dataDir)).toEqual(before)
    } finally {
      rmSync(path.join(dataDir, part), { recursive: true, force: true })
      renameSync(stash, path.join(dataDir, part))
    }
  }

  const admin = (...words: string[]) =>
    runProgram(['scripts/admin.ts', ...words], { ...database.env, INIT_CWD: folder })

  test.each([
    ['the server', () => refusalAt(dataDir)],
    ['a backup', () => admin('backup', 'site.gz')],
    ['an export', () => admin('export', 'films.csv')],
    ['a new key', () => admin('rotate-keys')],
  ])('a damaged data folder is refused in one line and left unchanged: %s', async (_, run) => {
    await without('postgres/PG_VERSION', async () => {
      const { code, errors } = await run()
      expect([code, errors]).toEqual([
        1,
        expect.stringMatching(
          /^DATA_DIR is .*, whose database is damaged \(postgres\/PG_VERSION is missing\).*\n$/,
        ),
      ])
    })
    await without('postgres', async () => {
      const { code, errors } = await run()
      expect([code, errors]).toEqual([
        1,
        expect.stringMatching(
          /^DATA_DIR is .*, which belongs to a site, but its folder postgres is missing; .*\n$/,
        ),
      ])
    })
    expect(existsSync(path.join(folder, 'site.gz'))).toBe(false)
  })

  test('a data folder in which there are only backups is told apart from a site without its engine', async () => {
    const dataDir = path.join(folder, 'only-backups')
    mkdirSync(path.join(dataDir, 'backups'), { recursive: true })
    const { code, errors } = await refusalAt(dataDir)
    expect([code, errors]).toEqual([
      1,
      `DATA_DIR is ${dataDir}, which has backups and no site; run npm run admin -- restore <file> with one of them, or move the folder backups elsewhere to begin with a new site.\n`,
    ])
    expect(readdirSync(dataDir)).toEqual(['backups'])
    const file = path.join(folder, 'site.gz')
    expect((await admin('backup', file)).code).toBe(0)
    renameSync(file, path.join(dataDir, 'backups', 'site.gz'))
    const restored = await runProgram(
      ['scripts/admin.ts', 'restore', path.join(dataDir, 'backups', 'site.gz')],
      {
        DATA_DIR: dataDir,
      },
    )
    expect([restored.code, restored.errors]).toEqual([0, ''])
    writeFileSync(path.join(dataDir, 'spool'), '')
    renameSync(path.join(dataDir, 'postgres'), path.join(folder, 'moved'))
    expect((await refusalAt(dataDir)).errors).toContain('which belongs to a site')
  })

  const refusalAt = async (dataDir: string) =>
    runProgram(['server/main.ts'], { PORT: String(await freePort()), DATA_DIR: dataDir })

  test.each([
    'postgres/base',
    'postgres/base/5',
    'postgres/base/5/PG_VERSION',
    'postgres/base/5/pg_filenode.map',
    'postgres/base/5/1259',
    'postgres/global',
    'postgres/global/1262',
    'postgres/global/pg_control',
    'postgres/pg_multixact/offsets',
    'postgres/pg_notify',
    'postgres/pg_wal',
    'postgres/pg_xact',
    'postgres/pg_xact/0000',
    'postgres/postgresql.conf',
  ])('a data folder without %s is refused', (part) =>
    without(part, () => {
      expect(() => takeDataFolder(dataDir)).toThrow(
        /^DATA_DIR is .* is damaged \(postgres.* is (missing|empty)\)/,
      )
    }),
  )

  test.each([
    ['postgres', (file: string) => mkdirSync(file), 'postgres/PG_VERSION is missing'],
    ['postgres', (file: string) => writeFileSync(file, ''), 'postgres is not a folder'],
    ['postgres', (file: string) => symlinkSync('/nowhere', file), 'postgres is not a folder'],
    ['postgres/PG_VERSION', (file: string) => writeFileSync(file, ''), 'postgres/PG_VERSION is damaged'],
    [
      'postgres/global/pg_control',
      (file: string) => writeFileSync(file, Buffer.alloc(4096)),
      'postgres/global/pg_control is cut short',
    ],
  ])('a data folder with another %s is refused', async (part, make, damage) => {
    const stash = path.join(folder, 'other')
    renameSync(path.join(dataDir, part), stash)
    make(path.join(dataDir, part))
    try {
      const names = () => readdirSync(dataDir, { recursive: true })
      const before = names()
      expect(() => takeDataFolder(dataDir)).toThrow(`is damaged (${damage})`)
      expect(names()).toEqual(before)
    } finally {
      rmSync(path.join(dataDir, part), { recursive: true })
      renameSync(stash, path.join(dataDir, part))
    }
  })

  test.each(['backups', 'schema.json'])(
    'a data folder from a version without a marker file is recognized by its %s',
    (left) => {
      const older = path.join(folder, `older-${left}`)
      mkdirSync(path.join(older, left), { recursive: true })
      writeFileSync(path.join(older, 'lock'), '')
      expect(() => takeDataFolder(older)).toThrow(/which belongs to a site/)
      expect(readdirSync(older).toSorted()).toEqual([left, 'lock'].toSorted())
    },
  )

  test('a data folder whose engine folder disappears gets no new engine', async () => {
    const gone = path.join(folder, 'gone', 'postgres')
    await expect(startEngine(gone, () => {})).rejects.toThrow('its folder is missing')
    expect(existsSync(path.dirname(gone))).toBe(false)
  })
})

describe.each(ENGINES_WITH_SERVERS)('a new database on %s', (engine) => {
  test('two servers that start at once on a new database both succeed', async () => {
    const database = await newEmptyTestDatabase(engine)
    const servers = await Promise.all([startSite(database.env), startSite(database.env)])
    const db = await openPostgres(database.env.DATABASE_URL ?? '')
    expect(await db.query('select count(*)::int as films from films')).toEqual([{ films: 1299 }])
    expect(await db.query('select count(*)::int as keys from auth.signing_keys')).toEqual([{ keys: 1 }])
    const keys = await Promise.all(
      servers.map(({ url }) =>
        fetch(`${url}/config.json`).then((response) => response.json() as Promise<{ supabaseKey: string }>),
      ),
    )
    expect(keys[0]?.supabaseKey).toBe(keys[1]?.supabaseKey)
    await db.close()
    await Promise.all(servers.map(({ child }) => stopProcess(child)))
    await database.remove()
  })

  test('a first start with an invalid catalogue leaves the database empty', async () => {
    const database = await newEmptyTestDatabase(engine)
    await expect(
      openSite(readConfig({ ...database.env, CATALOGUE: path.join(folder, 'none.csv') })),
    ).rejects.toThrow('CATALOGUE')
    const db = await openPostgres(database.env.DATABASE_URL ?? '')
    expect(await db.query(`select to_regclass('films') as films, to_regnamespace('auth') as auth`)).toEqual([
      { films: null, auth: null },
    ])
    await db.close()
    await database.remove()
  })
})
