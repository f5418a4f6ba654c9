import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '../server/db/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the whole catalogue, made once a run and copied for each test's server. */
    dataTemplate: string
  }
}

export type Engine = Database['engine']

/** The embedded engine always; PostgreSQL where TEST_DATABASE_URL names a server to make databases on. */
export const ENGINES: Engine[] = process.env.TEST_DATABASE_URL ? ['pglite', 'postgres'] : ['pglite']

/** Where a site's database lives, as settings. */
export interface Place {
  env: Record<string, string>
  remove(): Promise<void> | void
}

/** A place of a test's own: with the catalogue in it on the embedded engine, empty on PostgreSQL. */
export async function newPlace(engine: Engine): Promise<Place> {
  return engine === 'pglite' ? embeddedPlace() : serverPlace()
}

function embeddedPlace(): Place {
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-contract-'))
  cpSync(inject('dataTemplate'), folder, { recursive: true })
  return { env: { DATA_DIR: folder }, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function serverPlace(): Promise<Place> {
  const admin = process.env.TEST_DATABASE_URL ?? ''
  const name = `contract_${randomUUID().replaceAll('-', '')}`
  const url = new URL(admin)
  url.pathname = `/${name}`
  await asAdmin(admin, `create database ${name} template template0 encoding 'UTF8'`)
  return {
    env: { DATABASE_URL: url.href },
    remove: () => asAdmin(admin, `drop database ${name} with (force)`),
  }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
