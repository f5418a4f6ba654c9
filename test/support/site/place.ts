import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { createDatabase } from './server-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the whole catalogue, made once a run and copied for each test's server. */
    dataTemplate: string
    /** The name of a database with the same on PostgreSQL. */
    databaseTemplate: string
    /** The PostgreSQL server on which tests make databases. */
    postgresServer: string
  }
}

export type Engine = Database['engine']

export const ENGINES: Engine[] = ['pglite', 'postgres']

/** Where a site's database lives, as settings. */
export interface Place {
  env: Record<string, string>
  remove(): Promise<void> | void
}

/** A place of a test's own, as a site leaves it after its first start: with the catalogue in it. */
export async function newPlace(engine: Engine): Promise<Place> {
  if (engine === 'postgres') return databasePlace(inject('databaseTemplate'))
  const place = folderPlace()
  cpSync(inject('dataTemplate'), place.env.DATA_DIR ?? '', { recursive: true })
  return place
}

/** A place where no site has ever been. */
export async function newEmptyPlace(engine: Engine): Promise<Place> {
  return engine === 'postgres' ? databasePlace() : folderPlace()
}

function folderPlace(): Place {
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-contract-'))
  return {
    env: { DATA_DIR: path.join(folder, 'data') },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function databasePlace(template?: string): Promise<Place> {
  const { url, drop } = await createDatabase(inject('postgresServer'), template)
  return { env: { DATABASE_URL: url }, remove: drop }
}
