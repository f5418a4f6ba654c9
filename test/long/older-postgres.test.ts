import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite, types } from 'pglite-17'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readCatalogueFile } from '../../server/admin/catalogue/catalogue-files.ts'
import { loadFilms } from '../../server/admin/catalogue/load-films.ts'
import { snapshotOf } from '../../server/backup/snapshot.ts'
import { writeBackup } from '../../server/backup/write.ts'
import type { Database, Transaction } from '../../server/db/database.ts'
import { migrate, readMigrations } from '../../server/db/migrate/migrate.ts'
import { ENGINE_MAJOR } from '../../server/db/pglite/engine-folder.ts'
import { runProgram } from '../support/site/programs.ts'
import { contentOf, readContent } from '../support/site/site-content.ts'

let folder: string
let dataDir: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'criterion-major-'))
  dataDir = path.join(folder, 'data')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the folder with the engine of an older major version. */
async function openOlderEngine(): Promise<Database> {
  mkdirSync(dataDir, { recursive: true })
  const serializers = Object.fromEntries(Object.values(types).map((oid) => [oid, String]))
  const db = await PGlite.create(path.join(dataDir, 'postgres'), { serializers })
  const query = async (text: string, values: readonly unknown[] = []) =>
    (await db.query(text, [...values])).rows
  return {
    engine: 'pglite',
    query: query as Database['query'],
    transaction: ((work: (tx: Transaction) => Promise<unknown>) =>
      db.transaction((turn) =>
        work({
          query: (async (text: string, values: readonly unknown[] = []) =>
            (await turn.query(text, [...values])).rows) as Transaction['query'],
          script: async (text) => void (await turn.exec(text)),
        }),
      )) as Database['transaction'],
    listen: async () => async () => {},
    follow: async () => async () => {},
    onOutage: () => {},
    close: () => db.close(),
  }
}

const admin = (...words: string[]) => runProgram(['scripts/admin.ts', ...words], { DATA_DIR: dataDir })

test('an engine folder is recognized by its major version', () => {
  const version = path.join(inject('dataTemplate'), 'postgres', 'PG_VERSION')
  expect(readFileSync(version, 'utf8').trim()).toBe(ENGINE_MAJOR)
})

test('a folder of an older PostgreSQL is refused with a remedy that moves all data', async () => {
  const older = await openOlderEngine()
  const films = await readCatalogueFile('catalogue/films.csv')
  await migrate(older, readMigrations('supabase/migrations'), {
    whenNew: async (tx) => {
      await loadFilms(tx, films, { name: 'films.csv' })
    },
  })
  await older.transaction((tx) =>
    tx.script(`
      insert into auth.users (email, encrypted_password, raw_user_meta_data)
      select name || '@example.org', 'a hash', jsonb_build_object('username', name) from unnest(array['olga', 'ada']) name;
      insert into public.user_ownership (user_id, film_id, owns_dvd)
      select profiles.id, films.id, true from public.profiles, public.films where spine < 100;
      delete from public.films where spine = 5`),
  )
  const before = await readContent(older)
  expect(await older.query('show server_version')).toEqual([
    { server_version: expect.stringMatching(/^17\./) },
  ])
  await older.close()

  const { code, errors } = await admin('export')
  expect([code, errors.trimEnd().split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(
        /^DATA_DIR is .*, whose database was made by PostgreSQL 17, .* -- backup <file>; then move .* -- restore <file> with this version\.$/,
      ),
    ],
  ])

  // The operator writes this backup with the older version.
  const file = path.join(folder, 'older.gz')
  const again = await openOlderEngine()
  await writeBackup(snapshotOf(again), file, file, { version: '0.0.0', engine: again.engine })
  await again.close()

  renameSync(path.join(dataDir, 'postgres'), path.join(dataDir, 'postgres.17'))
  const restored = await admin('restore', file)
  expect([restored.code, restored.errors]).toEqual([0, ''])
  expect(readFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').trim()).toBe(ENGINE_MAJOR)
  expect(await contentOf({ env: { DATA_DIR: dataDir }, remove: () => {} })).toEqual(before)
  expect(existsSync(path.join(dataDir, 'postgres.17')), 'the older one stays').toBe(true)
})
