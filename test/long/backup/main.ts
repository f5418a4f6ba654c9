import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { verifyBackup } from '../../../server/backup/read.ts'
import { snapshotOf } from '../../../server/backup/snapshot.ts'
import { writeBackup } from '../../../server/backup/write.ts'
import { readConfig } from '../../../server/config.ts'
import type { Database } from '../../../server/db/database.ts'
import { openSite, restoreSite } from '../../../server/site.ts'

// Measures a backup and its restoration on the embedded engine: of a new site, and of one with many people.
const PEOPLE = Number(process.env.PEOPLE ?? 100_000)
const TRACKED_BY_EACH = { user_ownership: 5, user_wishlist: 2, user_watched: 3 }

/** Adds people with triggers disabled, which saves time. */
async function addPeople(db: Database): Promise<void> {
  const tables = ['auth.users', 'public.profiles', ...Object.keys(TRACKED_BY_EACH)]
  await db.transaction(async (tx) => {
    await tx.script(tables.map((table) => `alter table ${table} disable trigger user`).join(';'))
    await tx.script(`
      insert into auth.users (id, email, encrypted_password)
      select md5(n::text)::uuid, 'person' || n || '@example.org', '$argon2id$v=19$m=19456,t=2,p=1$' || md5(n::text) || md5(n::text)
      from generate_series(1, ${PEOPLE}) n;
      insert into public.profiles (id, username) select md5(n::text)::uuid, 'person' || n from generate_series(1, ${PEOPLE}) n`)
    for (const [table, count] of Object.entries(TRACKED_BY_EACH)) {
      await tx.script(`
        insert into public.${table} (user_id, film_id)
        select md5(n::text)::uuid, film.id
        from generate_series(1, ${PEOPLE}) n
        cross join lateral (select id from public.films where id > n % 1000 order by id limit ${count}) film`)
    }
    await tx.script(tables.map((table) => `alter table ${table} enable trigger user`).join(';'))
  })
}

async function measure(db: Database, dataDir: string, what: string): Promise<void> {
  const file = path.join(dataDir, 'figures.gz')
  const options = { version: '0.0.0', engine: db.engine }
  // Other queries wait while the embedded engine reads the backup.
  let longestWait = 0
  let isMeasuring = true
  const watch = async () => {
    while (isMeasuring) {
      const asked = performance.now()
      await db.query('select 1')
      longestWait = Math.max(longestWait, performance.now() - asked)
    }
  }
  const watched = watch()
  const startedAt = performance.now()
  const { readingMs } = await writeBackup(snapshotOf(db), file, file, options)
  const wholeMs = performance.now() - startedAt
  isMeasuring = false
  await watched

  const source = { name: file, file, ...(await verifyBackup(file, file)) }
  const target = mkdtempSync(path.join(tmpdir(), 'criterion-restored-'))
  const restoreStartedAt = performance.now()
  const { migrationsDir } = readConfig({})
  const restored = await restoreSite({ databaseUrl: undefined, dataDir: target, migrationsDir }, source)
  const restoreMs = performance.now() - restoreStartedAt
  await restored.close()
  rmSync(target, { recursive: true })
  const rows = Object.values(source.rows).reduce((sum, count) => sum + count, 0)
  console.log(
    `${what}: ${rows.toLocaleString('en')} rows, ${(statSync(file).size / 1e6).toFixed(1)} MB; ` +
      `the database is held ${seconds(readingMs)}, others wait ${seconds(longestWait)} at most, ` +
      `the whole backup with its proof takes ${seconds(wholeMs)}, restoring ${seconds(restoreMs)}`,
  )
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

const dataDir = mkdtempSync(path.join(tmpdir(), 'criterion-figures-'))
try {
  const db = await openSite(readConfig({ DATA_DIR: dataDir }))
  await measure(db, dataDir, 'A new site')
  await addPeople(db)
  await measure(db, dataDir, `${PEOPLE.toLocaleString('en')} people`)
  const { rss } = process.memoryUsage()
  console.log(`Memory of the process at the end: ${Math.round(rss / 1e6)} MB.`)
  await db.close()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
