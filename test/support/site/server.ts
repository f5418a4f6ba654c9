import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import type { Database } from '../../../server/db/database.ts'
import { openSite } from '../../../server/site.ts'
import { type Engine, newPlace, type Place } from './place.ts'

/** The whole product on a port of its own over a database of its own. */
export interface TestServer {
  url: string
  /** The public key that carries the anonymous role. */
  key: string
  app: FastifyInstance
  db: Database
  close(): Promise<void>
}

/** @param settings beside those of the place. */
export async function startServer(
  engine: Engine,
  settings: Record<string, string> = {},
): Promise<TestServer> {
  const place = await newPlace(engine)
  const server = await startServerAt(place, settings)
  return {
    ...server,
    async close() {
      await server.close()
      await place.remove()
    },
  }
}

/** A server at a place that there is already, and stays: on PostgreSQL one of several. */
export async function startServerAt(
  place: Place,
  settings: Record<string, string> = {},
): Promise<TestServer> {
  const config = readConfig({ ...place.env, LOG_LEVEL: 'fatal', ...settings })
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
    },
  }
}
