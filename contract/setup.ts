import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildWebIfStale } from '../scripts/web-build.ts'
import { readConfig } from '../server/config.ts'
import { openSite } from '../server/site.ts'

/** Builds the pages and makes the data folder that every test's server starts from. */
export default async function setup(project: TestProject): Promise<() => void> {
  if (!buildWebIfStale()) throw new Error('The web application does not build.')
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-template-'))
  const db = await openSite(readConfig({ DATA_DIR: folder }))
  await db.close()
  project.provide('dataTemplate', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
