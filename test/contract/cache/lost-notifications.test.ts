import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  cacheCounts,
  fetchRows,
  sendToRest,
  updateWithoutNotification,
} from '../../support/cache-requests.ts'
import { startServerOn, type TestServer } from '../../support/site/server.ts'
import { startTcpProxy } from '../../support/site/tcp-proxy.ts'
import { ENGINES, newTestDatabase, withoutPooler } from '../../support/site/test-database.ts'

const TITLE = 'films?select=title&spine=eq.1'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** Ends the connections on which processes listen for notifications. */
const endListening = (server: TestServer) =>
  server.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query ~ '^(listen|select$)' and pid <> pg_backend_pid()`,
  )

const title = async (server: TestServer) => (await fetchRows<{ title: string }>(server, TITLE))[0]?.title

describe.each(ENGINES.filter((engine) => engine === 'postgres'))(
  'cached responses of several processes on %s',
  (engine) => {
    /** The address of the database that the servers of a test share. */
    let address = ''

    async function servers(...through: ((url: string) => Promise<string>)[]): Promise<TestServer[]> {
      const database = withoutPooler(await newTestDatabase(engine))
      undo.push(() => database.remove())
      address = database.env.DATABASE_URL ?? ''
      const started: TestServer[] = []
      for (const way of through) {
        const url = await way(address)
        const server = await startServerOn(
          { ...database, env: { ...database.env, DATABASE_URL: url } },
          { LOG_LEVEL: 'silent' },
        )
        undo.push(() => server.close())
        started.push(server)
      }
      return started
    }

    /** Permits or refuses new connections to the database, so that a lost one is not opened again meanwhile. */
    async function allowConnections(isAllowed: boolean): Promise<void> {
      // PostgreSQL refuses this in the database itself.
      const elsewhere = new pg.Client(Object.assign(new URL(address), { pathname: '/postgres' }).href)
      await elsewhere.connect()
      const name = new URL(address).pathname.slice(1)
      await elsewhere.query(
        `alter database ${elsewhere.escapeIdentifier(name)} allow_connections ${isAllowed}`,
      )
      await elsewhere.end()
    }

    const direct = async (url: string) => url

    test('a change invalidates the cached responses of all processes', async () => {
      const [one, two, three] = (await servers(direct, direct, direct)) as [
        TestServer,
        TestServer,
        TestServer,
      ]
      const delays: number[] = []
      for (let round = 0; round < 10; round++) {
        for (const each of [two, three]) await title(each)
        await one.db.query('update public.films set title = $1 where spine = 1', [`Round ${round}`])
        const start = performance.now()
        for (const each of [two, three]) {
          while ((await title(each)) !== `Round ${round}`) await pause(1)
        }
        delays.push(performance.now() - start)
      }
      // A busy machine delays notifications; the benchmark measures a quiet one.
      expect(Math.min(...delays)).toBeLessThan(1000)
    })

    test('a process stops sending cached responses when its notification connection breaks', async () => {
      const [server] = (await servers(direct)) as [TestServer]
      await title(server)
      await updateWithoutNotification(server, 1, 'Changed unseen')
      expect(await title(server)).not.toBe('Changed unseen')
      await allowConnections(false)
      await endListening(server)
      // Sooner than after a missed heartbeat.
      await vi.waitFor(async () => expect(await title(server)).toBe('Changed unseen'), {
        timeout: 2000,
        interval: 5,
      })
      // Nothing is cached while notifications are missing; caching resumes when they arrive again.
      const { misses } = cacheCounts()
      for (let time = 0; time < 3; time++) await title(server)
      expect(cacheCounts().misses).toBe(misses + 3)
      await allowConnections(true)
      await vi.waitFor(
        async () => {
          const before = cacheCounts().misses
          for (let time = 0; time < 3; time++) await title(server)
          expect(cacheCounts().misses).toBeLessThan(before + 3)
        },
        { timeout: 20_000 },
      )
      await server.db.query(`update public.films set title = 'Heard' where spine = 1`)
      expect(await title(server)).toBe('Heard')
    })

    test('a process without notifications stays uncached even after its own changes', async () => {
      const [deaf, other] = (await servers(direct, direct)) as [TestServer, TestServer]
      await title(deaf)
      await allowConnections(false)
      await endListening(other)
      const cachesNothing = async () => {
        const { misses } = cacheCounts()
        for (let time = 0; time < 2; time++) await title(deaf)
        expect(cacheCounts().misses).toBe(misses + 2)
      }
      await vi.waitFor(cachesNothing, { timeout: 20_000, interval: 5 })
      await deaf.db.query(`update public.films set title = 'Own' where spine = 2`)
      await cachesNothing()
      await other.db.query(`update public.films set title = 'Elsewhere' where spine = 1`)
      expect(await title(deaf)).toBe('Elsewhere')
      await allowConnections(true)
    })

    test('a process stops sending cached responses seconds after its connection stalls', async () => {
      let wire: Awaited<ReturnType<typeof startTcpProxy>> | undefined
      const [server] = (await servers(async (url) => {
        wire = await startTcpProxy(url)
        undo.push(() => wire?.close())
        return wire.addressOf(url)
      })) as [TestServer]
      await title(server)
      expect((await sendToRest(server, TITLE)).status).toBe(200)
      wire?.stall()
      await vi.waitFor(
        async () => {
          const result = await Promise.race([sendToRest(server, TITLE), pause(1000, 'none')])
          expect(result).toBe('none')
        },
        { timeout: 10_000 },
      )
      await wire?.cut()
    })
  },
)
