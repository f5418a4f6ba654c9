import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyBackup } from '../../server/backup/read.ts'
import { readConfig } from '../../server/config.ts'
import { openSite, openSiteAsItIs } from '../../server/site.ts'
import { runProgram } from '../support/site/programs.ts'
import { contentOf } from '../support/site/site-content.ts'
import {
  ENGINES,
  newEmptyTestDatabase,
  newTestDatabase,
  type TestDatabase,
} from '../support/site/test-database.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../supabase/migrations')
const LATER = '29990101000000_later'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'criterion-upgrade-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The migrations of a version with one further migration. */
function laterMigrations(name: string, sql: string): string {
  const dir = path.join(folder, name)
  cpSync(MIGRATIONS, dir, { recursive: true })
  writeFileSync(path.join(dir, `${LATER}.sql`), sql)
  return dir
}

describe.each(ENGINES)('an upgrade on %s', (engine) => {
  let database: TestDatabase
  let backups: string
  const admin = (env: Record<string, string>, ...words: string[]) =>
    runProgram(['scripts/admin.ts', ...words], { ...database.env, BACKUP_DIR: backups, ...env })
  const applied = async () => {
    const db = await openSiteAsItIs(readConfig(database.env))
    const rows = await db.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations',
    )
    await db.close()
    return rows.map(({ version }) => version)
  }

  beforeAll(async () => {
    database = await newTestDatabase(engine)
    backups = path.join(folder, engine)
    await openSite(readConfig(database.env)).then((db) => db.close())
  })
  afterAll(() => database?.remove())

  test('an upgrade does not begin if its backup cannot be written, unless BACKUP_DIR is none', async () => {
    const inTheWay = path.join(folder, 'a-file')
    writeFileSync(inTheWay, '')
    const MIGRATIONS_DIR = laterMigrations(`${engine}-1`, 'select 1/0')
    const { code, errors } = await admin({ MIGRATIONS_DIR, BACKUP_DIR: inTheWay }, 'export')
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^BACKUP_DIR is .*a-file, where no backup can be written/),
    ])
    const without = await admin({ MIGRATIONS_DIR, BACKUP_DIR: 'none' }, 'export')
    expect([without.code, without.errors]).toEqual([1, expect.stringContaining('SQLSTATE 22012')])
    expect(await applied()).not.toContain('29990101000000')
    expect(existsSync(backups)).toBe(false)
  })

  test('an upgrade writes a backup first and reports it, and a failed upgrade leaves the database unchanged', async () => {
    const before = await contentOf(database)
    const MIGRATIONS_DIR = laterMigrations(
      `${engine}-2`,
      'alter table public.films drop column ebay_link; select 1/0',
    )
    const { code, errors } = await admin({ MIGRATIONS_DIR }, 'export')
    expect(code).toBe(1)
    const [file = ''] = readdirSync(backups)
    expect(errors).toContain(
      `The database was backed up to ${path.join(backups, file)} before it gets the migrations ${LATER}.`,
    )
    expect((await verifyBackup(file, path.join(backups, file))).rows['public.films']).toBe(1299)
    expect(await contentOf(database)).toEqual(before)
  })

  test('an upgrade runs once and has the same result as restoring its backup with the new version', async () => {
    rmSync(backups, { recursive: true })
    const MIGRATIONS_DIR = laterMigrations(
      `${engine}-3`,
      `alter table public.films add column later text; update public.films set later = title where spine < 10`,
    )
    const processes = engine === 'postgres' ? 2 : 1
    const runs = Array.from({ length: processes }, () => admin({ MIGRATIONS_DIR }, 'export'))
    expect((await Promise.all(runs)).map(({ code }) => code)).toEqual(Array(processes).fill(0))
    expect(await applied()).toContain('29990101000000')
    const [file = '', ...others] = readdirSync(backups)
    expect([others, file]).toEqual([[], expect.stringMatching(/^before-upgrade-.*\.jsonl\.gz$/)])
    const { header } = await verifyBackup(file, path.join(backups, file))
    expect(header.migrations.map(({ version }) => version)).not.toContain('29990101000000')

    // On PostgreSQL, which is faster here.
    const other = await newEmptyTestDatabase('postgres')
    const restored = await admin({ ...other.env, MIGRATIONS_DIR }, 'restore', path.join(backups, file))
    expect([restored.code, restored.errors]).toEqual([0, ''])
    const withoutTimes = (content: Record<string, unknown>) => ({
      ...content,
      'public.film_changes': null,
      'public.film_updates': null,
    })
    expect(withoutTimes(await contentOf(other))).toEqual(withoutTimes(await contentOf(database)))
    await other.remove()
  })

  test('an older version refuses an upgraded database and a newer backup', async () => {
    expect((await admin({}, 'export')).errors).toMatch(
      /^The database has the migration 29990101000000, .* restore a backup made before the upgrade \(npm run admin -- restore <file>\)\.\n$/,
    )
    expect((await admin({}, 'backup', path.join(folder, 'newer.gz'))).errors).toBe('')
    const { errors } = await admin(
      { DATA_DIR: path.join(folder, 'none') },
      'check-backup',
      path.join(folder, 'newer.gz'),
    )
    expect(errors).toMatch(/^.*newer\.gz has the migration 29990101000000, .* made by a newer version/)
  })
})
