import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import autocannon, { type Options } from 'autocannon'
import type { Caller } from '../../../server/db/as-caller.ts'
import type { Database, Statement } from '../../../server/db/database.ts'
import { openPglite } from '../../../server/db/pglite/pglite.ts'
import { openPostgres } from '../../../server/db/postgres/postgres.ts'
import { startPeer } from '../processes.ts'
import type { Task } from './bare-engine.ts'

export const CONNECTIONS = 20
export const ROUNDS = 3
/** Rounds before, which nobody counts: who serves for months has compiled what it needs. */
export const WARM_UPS = 2
const SECONDS = 2

export type Where = { engine: 'pglite'; dataDir: string } | { engine: 'postgres'; databaseUrl: string }

/** The settings by which the product finds the database. */
export function settingsOf(where: Where): Record<string, string> {
  return where.engine === 'pglite' ? { DATA_DIR: where.dataDir } : { DATABASE_URL: where.databaseUrl }
}

/** The engine alone, over the same data. */
export interface BareEngine {
  /**
   * How many of the statements, in turn, it runs in a second.
   * @param caller by whose row rules, each in one transaction with the caller's role and claims; else as the owner.
   */
  rate(statements: readonly Statement[], caller?: Caller): Promise<number>
  /**
   * The address of a route of Fastify which runs the next of the statements for each request and sends the body that it
   * gives: the engine with as much HTTP as there must be. Alone it has both cores, which the product shares with HTTP
   * and with who asks.
   * @param headers the route sends besides.
   */
  behindRoute(
    statements: readonly Statement[],
    headers: Record<string, string>,
    caller?: Caller,
  ): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts the engine alone; call it while nobody has the embedded folder open.
 * @param prepare has the same database in hand before, for what is to be found out about it.
 */
export async function startBareEngine<T>(
  where: Where,
  prepare: (db: Database) => Promise<T>,
): Promise<[BareEngine, T]> {
  // The embedded folder has one opener only, so the bare engine gets a copy.
  const folder = where.engine === 'pglite' ? `${where.dataDir}-peer` : undefined
  if (where.engine === 'pglite')
    cpSync(path.join(where.dataDir, 'postgres'), folder ?? '', { recursive: true })
  const db =
    where.engine === 'pglite' ? await openPglite(folder ?? '') : await openPostgres(where.databaseUrl)
  const prepared = await prepare(db).finally(() => db.close())
  const peer = startPeer('./bare-engine.ts', folder ? { FOLDER: folder } : settingsOf(where))
  const ask = <T>(task: Task) => peer.ask<T>(task)
  return [
    {
      rate: (statements, caller = undefined) =>
        ask({ statements, caller: caller ?? null, load: { seconds: SECONDS, connections: CONNECTIONS } }),
      behindRoute: (statements, headers, caller = undefined) =>
        ask({ statements, caller: caller ?? null, headers }),
      async stop() {
        await peer.stop()
        if (folder) rmSync(folder, { recursive: true, force: true })
      },
    },
    prepared,
  ]
}

/** How many requests are answered in a second. @param status of every answer. */
export async function requestRate(
  url: string,
  headers: Record<string, string>,
  more: Partial<Options> = {},
  status: 200 | 304 = 200,
): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS, ...more })
  if (result.non2xx !== (status === 304 ? result['3xx'] : 0) || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} lost`)
  return result.requests.total / result.duration
}
