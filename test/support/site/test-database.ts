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
    /** The address of the same server through a pooler in transaction mode, if the tests use one. */
    pooler: string | undefined
  }
}

export type Engine = Database['engine']

export const ENGINES: Engine[] = ['pglite', 'postgres']

/** Settings of a server. They always name its data folder, because the default is in the checkout. */
export type SiteSettings = Record<string, string> & { DATA_DIR: string }

/** A database for one test, as the settings with which a server finds it. */
export interface TestDatabase {
  env: SiteSettings
  remove(): Promise<void> | void
}

/** Creates a database with the content that a site has after its first start: the catalogue. */
export async function newTestDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === 'postgres') return serverDatabase(inject('databaseTemplate'))
  const database = embeddedDatabase()
  cpSync(inject('dataTemplate'), database.env.DATA_DIR, { recursive: true })
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

/** The same database as a site behind a pooler uses it: its connections keep no state, and one of its own listens. */
export function behindPooler(database: TestDatabase): TestDatabase {
  if (database.env.DATABASE_LISTEN_URL) return database
  const listenUrl = new URL(database.env.DATABASE_URL ?? '')
  // An address of its own, although no pooler is between.
  listenUrl.searchParams.set('application_name', 'listener')
  return { ...database, env: { ...database.env, DATABASE_LISTEN_URL: listenUrl.href } }
}

/** The same database without the pooler that `TEST_POOLER` puts before it, for tests of the connections themselves. */
export function withoutPooler({ env, remove }: TestDatabase): TestDatabase {
  const { DATABASE_LISTEN_URL, ...rest } = env
  return { env: DATABASE_LISTEN_URL ? { ...rest, DATABASE_URL: DATABASE_LISTEN_URL } : env, remove }
}

async function serverDatabase(template?: string): Promise<TestDatabase> {
  const { url, drop } = await createPostgresDatabase(inject('postgresServer'), template)
  // Automatic backups go into the data folder on either engine.
  const { env, remove: removeFolder } = embeddedDatabase()
  const remove = () => {
    removeFolder()
    return drop()
  }
  const pooler = inject('pooler')
  if (!pooler) return { env: { ...env, DATABASE_URL: url }, remove }
  const pooled = new URL(pooler)
  pooled.pathname = new URL(url).pathname
  return { env: { ...env, DATABASE_URL: pooled.href, DATABASE_LISTEN_URL: url }, remove }
}
