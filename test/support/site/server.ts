import type { FastifyInstance } from 'fastify'
import { serveAdminSocket } from '../../../server/admin/socket.ts'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import type { Database } from '../../../server/db/database.ts'
import { openSite } from '../../../server/site.ts'
import { type Engine, newTestDatabase, type TestDatabase } from './test-database.ts'

/** The application, listening on a free port. */
export interface TestServer {
  url: string
  /** The public key that carries the anonymous role. */
  key: string
  app: FastifyInstance
  db: Database
  close(): Promise<void>
}

/**
 * Starts a server on a new test database; `close` removes the database.
 * @param settings in addition to those of the database.
 */
export async function startServer(
  engine: Engine,
  settings: Record<string, string> = {},
): Promise<TestServer> {
  const database = await newTestDatabase(engine)
  const server = await startServerOn(database, settings)
  return {
    ...server,
    async close() {
      await server.close()
      await database.remove()
    },
  }
}

/** Starts a server on an existing test database, which `close` keeps. PostgreSQL allows several such servers. */
export async function startServerOn(
  database: TestDatabase,
  settings: Record<string, string> = {},
): Promise<TestServer> {
  const config = readConfig({ ...database.env, LOG_LEVEL: 'fatal', ...settings })
  const db = await openSite(config)
  const app = await buildApp(config, db)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${url}/config.json`)
  const { supabaseKey: key } = (await response.json()) as { supabaseKey: string }
  return {
    url,
    key,
    app,
    db,
    async close() {
      await app.close()
      await db.close()
    },
  }
}

/**
 * Opens the site of a test database and accepts commands of `npm run admin` for it, as a server does.
 * A second call of `close` does nothing.
 */
export async function openForCommands(database: TestDatabase): Promise<Pick<TestServer, 'db' | 'close'>> {
  const config = readConfig(database.env)
  const db = await openSite(config)
  const socket = config.databaseUrl ? undefined : await serveAdminSocket(config, db)
  let closed: Promise<void> | undefined
  return {
    db,
    close() {
      socket?.close()
      closed ??= db.close()
      return closed
    },
  }
}
