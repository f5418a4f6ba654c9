import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { type Cluster, startCluster } from '../../support/site/postgres-cluster.ts'
import { startServerOn } from '../../support/site/server.ts'
import { isSuccess, startTraffic } from '../../support/traffic.ts'

const LIMIT_MS = 5000

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** Two servers: each commit is acknowledged once the standby has it, too. */
async function startPair(): Promise<{ primary: Cluster; standby: Cluster }> {
  const primary = await startCluster(undefined, ['fsync=off', 'max_connections=60'])
  undo.push(() => primary.remove())
  await primary.stop('SIGINT')
  const standby = await primary.copyAsStandby()
  undo.push(() => standby.remove())
  await primary.start(['synchronous_standby_names=standby'])
  await standby.start()
  await vi.waitFor(async () => {
    const [row] = await queryOn(primary.url, 'select sync_state from pg_stat_replication')
    expect(row).toEqual({ sync_state: 'sync' })
  }, 20_000)
  return { primary, standby }
}

async function queryOn(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** One address of both servers, in this order. */
function addressOf(...clusters: Cluster[]): string {
  const hosts = clusters.map(({ url }) => new URL(url).host)
  return `postgres://postgres@${hosts.join(',')}/postgres?target_session_attrs=read-write`
}

test('after the primary is killed and the standby promoted, the same process goes on within seconds, and nothing acknowledged is lost', async () => {
  const { primary, standby } = await startPair()
  const env = { DATABASE_URL: addressOf(primary, standby) }
  const server = await startServerOn({ env, remove: () => {} }, { LOG_LEVEL: 'silent' })
  undo.push(() => server.close())
  const traffic = await startTraffic(server.url, 'anna')
  await traffic.served(200)

  await primary.kill()
  const before = traffic.outcomes.length
  await vi.waitFor(
    () => expect(traffic.outcomes.slice(before).some(({ status }) => status === 503)).toBe(true),
    {
      timeout: 30_000,
      interval: 20,
    },
  )
  const promotedAt = performance.now()
  await queryOn(standby.url, 'select pg_promote()')
  await traffic.served(50)
  const ms = performance.now() - promotedAt
  await traffic.served(200)

  const { onWishlist, inDoubt } = await traffic.stop()
  const rows = await queryOn(standby.url, 'select film_id from public.user_wishlist')
  const certain = (ids: Iterable<number>) =>
    [...ids].filter((id) => !inDoubt.has(id)).toSorted((a, b) => a - b)
  expect(certain(rows.map(({ film_id }) => Number(film_id)))).toEqual(certain(onWishlist))
  const away = traffic.outcomes.filter((outcome) => !isSuccess(outcome))
  expect(away.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter))).toEqual([])
  console.log(
    `failover: ${traffic.outcomes.length} requests, ${away.length} refused with 503, served again ${ms.toFixed(0)} ms after the promotion`,
  )
  expect(ms).toBeLessThan(LIMIT_MS)
})

test('a site whose address names the standby first starts on the primary', async () => {
  const { primary, standby } = await startPair()
  const env = { DATABASE_URL: addressOf(standby, primary), CATALOGUE: 'none' }
  const server = await startServerOn({ env, remove: () => {} })
  undo.push(() => server.close())
  const written = await server.db.query('select pg_is_in_recovery() as standby')
  expect(written).toEqual([{ standby: false }])
})
