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
/** Uncounted warm-up rounds, in which V8 compiles the code. */
export const WARM_UPS = 2
const SECONDS = 2

export type Where = { engine: 'pglite'; dataDir: string } | { engine: 'postgres'; databaseUrl: string }

/** Returns the settings of the database. */
export function settingsOf(where: Where): Record<string, string> {
  return where.engine === 'pglite' ? { DATA_DIR: where.dataDir } : { DATABASE_URL: where.databaseUrl }
}

/** The engine without the server, on the same data. */
export interface BareEngine {
  /**
   * Runs the statements in turn and returns their number per second.
   * @param caller the role and claims of each transaction; without it they run as the owner.
   */
  rate(statements: readonly Statement[], caller?: Caller): Promise<number>
  /**
   * Returns the address of a Fastify route that runs the next statement for each request and sends its body: the engine
   * with the necessary HTTP. Without the route, the engine has the cores that a server shares with HTTP and the clients.
   * @param headers further headers that the route sends.
   */
  behindRoute(
    statements: readonly Statement[],
    headers: Record<string, string>,
    caller?: Caller,
  ): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts the engine alone, while no process has the embedded folder open.
 * @param prepare reads information from the same database before.
 */
export async function startBareEngine<T>(
  where: Where,
  prepare: (db: Database) => Promise<T>,
): Promise<[BareEngine, T]> {
  // Only one process can open the embedded folder, so the bare engine gets a copy.
  const folder = where.engine === 'pglite' ? `${where.dataDir}-peer` : undefined
  if (where.engine === 'pglite')
    cpSync(path.join(where.dataDir, 'postgres'), folder ?? '', { recursive: true })
  const db =
    where.engine === 'pglite' ? await openPglite(folder ?? '') : await openPostgres(where.databaseUrl)
  const prepared = await prepare(db).finally(() => db.close())
  const peer = startPeer('bare-engine', folder ? { FOLDER: folder } : settingsOf(where))
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

/** Returns the number of responses per second. @param status the expected status of every response. */
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
