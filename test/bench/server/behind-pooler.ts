import { type Goal, printTable } from '../../support/report.ts'
import { startPgBouncer } from '../../support/site/pgbouncer.ts'
import { startPeer, startProduct } from '../processes.ts'
import { ROUNDS } from '../rivals/rivals.ts'
import { ratesOf } from './processes-behind-proxy.ts'

const PROCESSES = 4
const SERVER_CONNECTIONS = 12
const ASKERS = 400

/** Compares several processes on one PostgreSQL with the same behind a PgBouncer that has fewer connections than they have. */
export async function measureBehindPooler(databaseUrl: string): Promise<Goal[]> {
  const pooler = await startPgBouncer(databaseUrl, SERVER_CONNECTIONS)
  try {
    const direct = await measure({ DATABASE_URL: databaseUrl })
    const pooled = await measure({
      DATABASE_URL: pooler.through(databaseUrl),
      DATABASE_LISTEN_URL: databaseUrl,
    })
    printTable(
      `${PROCESSES} processes × 10 connections, ${ASKERS} people who ask at once (median of ${ROUNDS})`,
      Object.keys(direct).map((what) => ({
        what,
        direct: direct[what] ?? 0,
        [`PgBouncer, ${SERVER_CONNECTIONS} connections`]: pooled[what] ?? 0,
        'pooled to direct': ((pooled[what] ?? 0) / (direct[what] ?? 0)).toFixed(2),
      })),
    )
    return []
  } finally {
    await pooler.stop()
  }
}

async function measure(env: Record<string, string>): Promise<Record<string, number>> {
  const servers = await Promise.all(Array.from({ length: PROCESSES }, () => startProduct(env)))
  const proxy = startPeer('proxy', { SERVERS: servers.map(({ url }) => url).join() })
  try {
    return await ratesOf(await proxy.ask<string>({}), ASKERS)
  } finally {
    await Promise.all([...servers, proxy].map((running) => running.stop()))
  }
}
