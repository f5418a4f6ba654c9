import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildWebIfStale } from '../scripts/web-build.ts'
import { readConfig } from '../server/config.ts'
import { openSite } from '../server/site.ts'
import { createDatabase } from './server-database.ts'

/** Builds the pages and makes what every test's server starts from: a data folder, and where there can be a database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!buildWebIfStale()) throw new Error('The web application does not build.')
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-template-'))
  await makeSite({ DATA_DIR: folder })
  project.provide('dataTemplate', folder)
  const database = process.env.TEST_DATABASE_URL ? await createDatabase() : undefined
  if (database) {
    await makeSite({ DATABASE_URL: database.url })
    project.provide('databaseTemplate', database.name)
  }
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await database?.drop()
  }
}

async function makeSite(env: Record<string, string>): Promise<void> {
  const db = await openSite(readConfig(env))
  await db.close()
}
