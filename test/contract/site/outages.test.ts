import { cpSync } from 'node:fs'
import path from 'node:path'
import { PassThrough, Transform } from 'node:stream'
import pg from 'pg'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { mountSmallDisk, type SmallDisk } from '../../long/small-disk.ts'
import { startCluster } from '../../support/site/postgres-cluster.ts'
import { startServerOn, type TestServer } from '../../support/site/server.ts'
import { startSiteForTest } from '../../support/site/started-site.ts'
import { startTcpProxy } from '../../support/site/tcp-proxy.ts'
import {
  ENGINES,
  newEmptyTestDatabase,
  newTestDatabase,
  type TestDatabase,
  withoutPooler,
} from '../../support/site/test-database.ts'
import { isSuccess, startTraffic, type Traffic } from '../../support/traffic.ts'

/** A statement is cancelled after 10 seconds, and abandoned without a response after 15. */
const LONGEST_MS = 20_000

const POSTGRES = ENGINES.filter((engine) => engine === 'postgres')

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

async function serve(database: TestDatabase): Promise<TestServer> {
  const server = await startServerOn(database, { LOG_LEVEL: 'silent' })
  undo.push(() => server.close())
  return server
}

async function newPostgresDatabase(make = newTestDatabase): Promise<TestDatabase> {
  const database = withoutPooler(await make('postgres'))
  undo.push(() => database.remove())
  return database
}

const films = ({ url, key }: TestServer) =>
  fetch(`${url}/rest/v1/films?select=spine&limit=1`, { headers: { apikey: key } })

/** Expects each response to be a success or a 503 with Retry-After, within the time limit. */
function expectSuccessOr503({ outcomes }: Traffic, longest = LONGEST_MS): void {
  const unexpected = outcomes.filter((outcome) => !isSuccess(outcome) && outcome.status !== 503)
  expect(unexpected.slice(0, 5)).toEqual([])
  expect(outcomes.filter(({ status, retryAfter }) => status === 503 && !Number(retryAfter))).toEqual([])
  expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(longest)
}

/** Expects the acknowledged entries to exist; entries in doubt may exist. */
async function expectAcknowledgedEntries({ db }: TestServer, traffic: Traffic): Promise<void> {
  const { onWishlist, inDoubt } = await traffic.stop()
  const rows = await db.query<{ film_id: string }>('select film_id from public.user_wishlist')
  const there = rows.map(({ film_id }) => Number(film_id))
  const certain = (ids: Iterable<number>) =>
    [...ids].filter((id) => !inDoubt.has(id)).toSorted((a, b) => a - b)
  expect(certain(there)).toEqual(certain(onWishlist))
}

function logSummary(what: string, { outcomes }: Traffic): void {
  const away = outcomes.filter(({ status }) => status === 503)
  const longest = Math.max(...outcomes.map(({ ms }) => ms))
  console.log(
    `${what}: ${outcomes.length} requests, ${away.length} refused with 503, the longest ${longest.toFixed(0)} ms`,
  )
}

async function untilRefused(traffic: Traffic): Promise<void> {
  const before = traffic.outcomes.length
  await vi.waitFor(
    () => expect(traffic.outcomes.slice(before).some(({ status }) => status === 503)).toBe(true),
    { timeout: 60_000, interval: 20 },
  )
}

describe.each(POSTGRES)('a site whose %s goes away', () => {
  test('a site without its database returns 503, still serves pages, and reads the schema again afterwards', async () => {
    const { env } = await newPostgresDatabase()
    const wire = await startTcpProxy(env.DATABASE_URL ?? '')
    undo.push(wire.close)
    const server = await serve({
      env: { ...env, DATABASE_URL: wire.addressOf(env.DATABASE_URL ?? '') },
      remove: () => {},
    })
    const traffic = await startTraffic(server.url, 'anna')
    await traffic.served(50)
    await wire.cut()
    await untilRefused(traffic)
    expect((await fetch(server.url)).status).toBe(200)
    const profile = await fetch(`${server.url}/anna`)
    expect(profile.status).toBe(503)
    expect(await profile.text()).toContain('<script type="application/json" id="config">')
    await asOwner(
      env,
      `create function public.made_meanwhile() returns int language sql begin atomic select 1; end`,
    )
    await asOwner(env, `insert into supabase_migrations.made_objects values ('public.made_meanwhile()')`)

    await wire.restore()
    await traffic.served(50)
    await vi.waitFor(async () => {
      const called = await fetch(`${server.url}/rest/v1/rpc/made_meanwhile`, {
        headers: { apikey: server.key },
      })
      expect(called.status).toBe(200)
    }, 20_000)
    await expectAcknowledgedEntries(server, traffic)
    logSummary('line cut', traffic)
    expectSuccessOr503(traffic)
  })

  test('a site responds in bounded time while its database connection stalls', async () => {
    const { env } = await newPostgresDatabase()
    const wire = await startTcpProxy(env.DATABASE_URL ?? '')
    undo.push(wire.close)
    const server = await serve({
      env: { ...env, DATABASE_URL: wire.addressOf(env.DATABASE_URL ?? '') },
      remove: () => {},
    })
    const traffic = await startTraffic(server.url, 'anna')
    await traffic.served(50)
    wire.stall()
    await untilRefused(traffic)
    await wire.restore()
    await traffic.served(50)
    await expectAcknowledgedEntries(server, traffic)
    logSummary('line that swallows', traffic)
    expectSuccessOr503(traffic)
  })

  test('a site goes on while the database ends each connection as soon as it is open', async () => {
    const { env } = await newPostgresDatabase()
    let isEnding = false
    const wire = await startTcpProxy(env.DATABASE_URL ?? '', () =>
      isEnding ? endingOnceOpen() : new PassThrough(),
    )
    undo.push(wire.close)
    const { url, child } = await startSiteForTest({
      ...env,
      DATABASE_URL: wire.addressOf(env.DATABASE_URL ?? ''),
    })
    const profile = () => fetch(`${url}/nobody-has-this`, { redirect: 'manual' })
    expect((await profile()).status).toBe(302)
    isEnding = true
    await wire.cut()
    await wire.restore()
    await vi.waitFor(async () => expect((await profile()).status).toBe(503), 20_000)
    expect(
      (await Promise.all(Array.from({ length: 20 }, profile))).map(({ status }) => status),
    ).not.toContain(302)
    isEnding = false
    await vi.waitFor(async () => expect((await profile()).status).toBe(302), 20_000)
    expect(child.exitCode).toBeNull()
  })

  test('a site returns 503 while the database accepts no further connection', async () => {
    const { env } = await newPostgresDatabase(newEmptyTestDatabase)
    const url = new URL(env.DATABASE_URL ?? '')
    const name = url.pathname.slice(1)
    await asOwner(
      env,
      `create role ${name}_app login createrole; grant create on database ${name} to ${name}_app;
      alter schema public owner to ${name}_app`,
    )
    undo.push(async () => {
      await asOwner(env, `drop owned by ${name}_app cascade`)
      await asOwner(env, `drop role ${name}_app`)
    })
    url.username = `${name}_app`
    const server = await serve({
      env: { ...env, DATABASE_URL: url.href, CATALOGUE: 'none' },
      remove: () => {},
    })
    expect((await films(server)).status).toBe(200)
    await asOwner(env, `alter database ${name} connection limit 0`)
    await asOwner(env, `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}_app'`)
    await vi.waitFor(async () => expect((await films(server)).status).toBe(503), 20_000)
    expect((await films(server)).headers.get('retry-after')).toMatch(/^\d+$/)
    await asOwner(env, `alter database ${name} connection limit -1`)
    await vi.waitFor(async () => expect((await films(server)).status).toBe(200), 20_000)
  })
})

describe('a PostgreSQL restart', () => {
  test('a site under load recovers after its PostgreSQL is restarted', async () => {
    const cluster = await startCluster()
    undo.push(cluster.remove)
    const server = await serve({ env: cluster.env, remove: () => {} })
    const traffic = await startTraffic(server.url, 'anna')
    for (const how of ['SIGINT', 'SIGQUIT'] as const) {
      await traffic.served(50)
      await cluster.stop(how)
      await untilRefused(traffic)
      await cluster.start()
    }
    await traffic.served(50)
    await expectAcknowledgedEntries(server, traffic)
    logSummary('stopped and started twice', traffic)
    expectSuccessOr503(traffic)
  })
})

const disk: SmallDisk | undefined = mountSmallDisk(1)
disk?.remove()

describe.skipIf(!disk)('a site whose disk is full', () => {
  test('a site reports a full disk and recovers when there is space, on pglite', async () => {
    const small = mountSmallDisk(160) as SmallDisk
    undo.push(small.remove)
    const dataDir = path.join(small.folder, 'data')
    cpSync(inject('dataTemplate'), dataDir, { recursive: true })
    const server = await serve({ env: { DATA_DIR: dataDir }, remove: () => {} })
    await testFullDisk(server, small, 'pglite')
  })

  test('a site reports a full disk and recovers when there is space, on postgres', async () => {
    const small = mountSmallDisk(200) as SmallDisk
    undo.push(small.remove)
    const cluster = await startCluster(small.folder)
    undo.push(cluster.remove)
    const server = await serve({ env: cluster.env, remove: () => {} })
    await testFullDisk(server, small, 'postgres', async () => {
      // PostgreSQL stops itself if it cannot write its log, and the operator starts it again.
      await cluster.kill()
      await cluster.start()
    })
  })

  async function testFullDisk(
    server: TestServer,
    small: SmallDisk,
    engine: string,
    startAgain: () => Promise<void> = async () => {},
  ): Promise<void> {
    const outages: string[] = []
    server.db.onOutage((sentence) => outages.push(sentence))
    const traffic = await startTraffic(server.url, 'anna')
    await traffic.served(50)
    small.fill()
    // Small writes still fit into allocated pages and the current log file for a while.
    await vi.waitFor(
      async () => {
        await server.db.query('select pg_switch_wal()').catch(() => {})
        expect(outages.length).toBeGreaterThan(0)
      },
      { timeout: 60_000, interval: 50 },
    )
    await untilRefused(traffic)
    small.free()
    await startAgain()
    await traffic.served(50)
    await vi.waitFor(() => expect(outages.at(-1)).toMatch(/(open|there) again\.$/), 20_000)
    await expectAcknowledgedEntries(server, traffic)
    logSummary(`disk full, ${engine}`, traffic)
    expectSuccessOr503(traffic)
  }
})

test('JSON nested as deeply as a body allows is refused, and the embedded engine keeps running', async () => {
  const database = await newTestDatabase('pglite')
  undo.push(() => database.remove())
  const server = await serve(database)
  const response = await fetch(`${server.url}/rest/v1/rpc/profile_counts`, {
    method: 'POST',
    headers: { apikey: server.key, 'content-type': 'application/json' },
    body: `{"username":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
  })
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
  expect((await films(server)).status).toBe(200)
})

/** Appends to the message that a connection is open the message with which a server that shuts down ends it. */
function endingOnceOpen(): Transform {
  const OPEN = Buffer.from('Z\0\0\0\x05I')
  const fields = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + fields.length)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (!chunk.subarray(-OPEN.length).equals(OPEN)) return done(null, chunk)
      this.push(Buffer.concat([chunk, Buffer.from('E'), length, Buffer.from(fields)]))
      this.push(null)
      done()
    },
  })
}

async function asOwner({ DATABASE_URL }: Record<string, string>, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_URL ?? '' })
  await client.connect()
  await client.query(text)
  await client.end()
}
