import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import type { Database } from '../server/db/database.ts'
import { openSite } from '../server/site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the whole catalogue, made once a run and copied for each server. */
    dataTemplate: string
  }
}

export type Engine = Database['engine']

/** The embedded engine always; PostgreSQL where TEST_DATABASE_URL names a server to make databases on. */
export const ENGINES: Engine[] = process.env.TEST_DATABASE_URL ? ['pglite', 'postgres'] : ['pglite']

/** The whole product on a port of its own over a database of its own. */
export interface TestServer {
  url: string
  /** The public key that carries the anonymous role. */
  key: string
  app: FastifyInstance
  db: Database
  close(): Promise<void>
}

export async function startServer(engine: Engine): Promise<TestServer> {
  const place = engine === 'pglite' ? embeddedPlace() : await serverPlace()
  const config = { ...readConfig({ ...place.env, LOG_LEVEL: 'fatal', PORT: '0' }) }
  const db = await openSite(config)
  const app = await buildApp(config, db)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${url}/config.json`)
  const { supabaseKey: key } = (await answer.json()) as { supabaseKey: string }
  return {
    url,
    key,
    app,
    db,
    async close() {
      await app.close()
      await db.close()
      await place.remove()
    },
  }
}

interface Place {
  env: Record<string, string>
  remove(): Promise<void> | void
}

function embeddedPlace(): Place {
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-contract-'))
  cpSync(inject('dataTemplate'), folder, { recursive: true })
  return { env: { DATA_DIR: folder }, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function serverPlace(): Promise<Place> {
  const admin = process.env.TEST_DATABASE_URL ?? ''
  const name = `contract_${process.pid}_${Date.now()}`
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
