import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWebIfStale } from '../../../scripts/support/web-build.ts'
import { startServer } from './server.ts'

/** The environment variable with the data folder that the workers copy. */
export const TEMPLATE = 'E2E_DATA_TEMPLATE'

/** Builds the pages and creates the data folder with the whole catalogue that the workers copy. */
export default async function setup(): Promise<() => void> {
  if (!buildWebIfStale()) throw new Error('The web application does not build.')
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-e2e-template-'))
  const server = await startServer(folder)
  await server.stop()
  process.env[TEMPLATE] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
