import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { emailOf, newBrowser, PASSWORD, signUp } from '../../support/people/account-client.ts'
import { type Cluster, startCluster } from '../../support/site/postgres-cluster.ts'
import { startServerOn } from '../../support/site/server.ts'
import { isSuccess, startTraffic } from '../../support/traffic.ts'

const LIMIT_MS = 5000

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** Two servers with the settings of deploy/: each commit is acknowledged once the standby has it, too. */
async function startPair(): Promise<{ primary: Cluster; standby: Cluster }> {
  const primary = await startCluster(undefined, ['fsync=off', 'max_connections=60'])
  undo.push(() => primary.remove())
  await primary.stop('SIGINT')
  const standby = await primary.copyAsStandby()
  undo.push(() => standby.remove())
  primary.include('deploy/primary.conf')
  standby.include('deploy/standby.conf')
  await primary.start()
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
  const env = { ...primary.env, DATABASE_URL: addressOf(primary, standby) }
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
  await queryOn(standby.url, 'select pg_promote()')
  const promotedAt = performance.now()
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

test('after the standby is promoted, sessions, keys and passwords are the same for all processes', async () => {
  const { primary, standby } = await startPair()
  const env = { ...primary.env, DATABASE_URL: addressOf(primary, standby), CATALOGUE: 'none' }
  const [one, other] = [
    await startServerOn({ env, remove: () => {} }, { LOG_LEVEL: 'silent' }),
    await startServerOn({ env, remove: () => {} }, { LOG_LEVEL: 'silent' }),
  ]
  for (const server of [one, other]) undo.push(() => server.close())
  const anna = await signUp(one, 'anna')
  const { session: before } = (await anna.auth.getSession()).data

  await primary.kill()
  await queryOn(standby.url, 'select pg_promote()')
  for (const server of [one, other]) {
    await vi.waitFor(async () => expect((await fetch(`${server.url}/ready`)).status).toBe(200), 20_000)
    const { status } = await fetch(`${server.url}/auth/v1/user`, {
      headers: { apikey: one.key, authorization: `Bearer ${before?.access_token}` },
    })
    expect(status, 'a token from before the failover').toBe(200)
    const again = await newBrowser(server).auth.signInWithPassword({
      email: emailOf('anna'),
      password: PASSWORD,
    })
    expect(again.error).toBe(null)
  }
  const refreshed = await anna.auth.refreshSession()
  expect(refreshed.error).toBe(null)
  expect(refreshed.data.user?.id).toBe(before?.user.id)
  const { status } = await fetch(`${other.url}/auth/v1/user`, {
    headers: { apikey: other.key, authorization: `Bearer ${refreshed.data.session?.access_token}` },
  })
  expect(status, 'a token of one process at the other').toBe(200)
})

test('a site whose address names the standby first starts on the primary', async () => {
  const { primary, standby } = await startPair()
  const env = { ...primary.env, DATABASE_URL: addressOf(standby, primary), CATALOGUE: 'none' }
  const server = await startServerOn({ env, remove: () => {} })
  undo.push(() => server.close())
  const written = await server.db.query('select pg_is_in_recovery() as standby')
  expect(written).toEqual([{ standby: false }])
})
