import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildWebIfStale } from '../../../scripts/support/web-build.ts'
import { readConfig } from '../../../server/config.ts'
import { openSite } from '../../../server/site.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { startCluster } from './postgres-cluster.ts'
import { createPostgresDatabase } from './postgres-database.ts'
import type { SiteSettings } from './test-database.ts'

/**
 * Builds the pages and creates the templates of the test databases: a data folder, and a database on the PostgreSQL of
 * TEST_DATABASE_URL. Without that setting it starts a PostgreSQL for this run. With TEST_POOLER the servers of the tests
 * reach theirs through a PgBouncer.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!buildWebIfStale()) throw new Error('The web application does not build.')
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-template-'))
  await makeSite({ DATA_DIR: folder })
  project.provide('dataTemplate', folder)
  const named = process.env.TEST_DATABASE_URL
  // Only tests that cut power or kill need flushes, and they start separate servers.
  const cluster = named ? undefined : await startCluster(tmpdir(), ['fsync=off'])
  const server = named ?? cluster?.url ?? ''
  project.provide('postgresServer', server)
  const database = await createPostgresDatabase(server)
  await makeSite({ DATABASE_URL: database.url, DATA_DIR: folder })
  project.provide('databaseTemplate', database.name)
  const pooler = process.env.TEST_POOLER ? await startPgBouncer(server, 12) : undefined
  project.provide('pooler', pooler?.through(server))
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
    await pooler?.stop()
    await cluster?.remove()
  }
}

async function makeSite(env: SiteSettings): Promise<void> {
  const db = await openSite(readConfig(env))
  await db.close()
}
