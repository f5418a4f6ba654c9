import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { createPostgresDatabase } from './postgres-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the whole catalogue. It is made once per run and copied for each test's server. */
    dataTemplate: string
    /** The name of a PostgreSQL database with the same content. */
    databaseTemplate: string
    /** The address of the PostgreSQL server on which tests create databases. */
    postgresServer: string
  }
}

export type Engine = Database['engine']

export const ENGINES: Engine[] = ['pglite', 'postgres']

/** A database for one test, as the settings with which a server finds it. */
export interface TestDatabase {
  env: Record<string, string>
  remove(): Promise<void> | void
}

/** Creates a database with the content that a site has after its first start: the catalogue. */
export async function newTestDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === 'postgres') return serverDatabase(inject('databaseTemplate'))
  const database = embeddedDatabase()
  cpSync(inject('dataTemplate'), database.env.DATA_DIR ?? '', { recursive: true })
  return database
}

/** Creates a database in which no server has ever started. */
export async function newEmptyTestDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === 'postgres' ? serverDatabase() : embeddedDatabase()
}

function embeddedDatabase(): TestDatabase {
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-contract-'))
  return {
    env: { DATA_DIR: path.join(folder, 'data') },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function serverDatabase(template?: string): Promise<TestDatabase> {
  const { url, drop } = await createPostgresDatabase(inject('postgresServer'), template)
  return { env: { DATABASE_URL: url }, remove: drop }
}
