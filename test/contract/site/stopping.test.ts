import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '../../../server/config.ts'
import type { Row } from '../../../server/db/database.ts'
import { openSite } from '../../../server/site.ts'
import { type StartedSite, startSiteForTest } from '../../support/site/started-site.ts'
import {
  ENGINES,
  newTestDatabase,
  type TestDatabase,
  withoutPooler,
} from '../../support/site/test-database.ts'

/** The offset of the state in the engine's control file (PostgreSQL's catalog/pg_control.h). */
const STATE_OFFSET = 16
const SHUT_DOWN = 1

const PASSWORD = 'as long as it is safe'

describe.each(ENGINES)('stopping a server on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = withoutPooler(await newTestDatabase(engine))
  })
  afterAll(() => database.remove())

  test('a stopping server finishes its requests, accepts no new connection and closes the database cleanly', async () => {
    const site = await startSiteForTest(database.env)
    const ended = once(site.child, 'exit')
    const signUp = await beginSignUp(site, 'anna')
    site.child.kill('SIGTERM')
    await connectionsAreRefused(site.url)

    signUp.sendBody()
    const finished = await signUp.response
    expect(finished).toMatchObject({ status: 200, connection: 'close' })
    expect(await ended).toEqual([0, null])
    if (engine === 'pglite') await expectClosedCleanly(database)
    else await vi.waitFor(async () => expect(await connectionsTo(database)).toBe(0), 20_000)
    expect(await usernames(database)).toEqual(['anna'])
  })

  test('a stopping server waits for a change whose caller has gone, and announces it before the database is closed', async () => {
    await inDatabase(
      database,
      `do $do$ begin
        create function private.wait() returns trigger language plpgsql as
          $$ begin perform pg_sleep(5); return new; end $$;
        create trigger wait before insert on public.user_wishlist for each row execute function private.wait();
      end $do$`,
    )
    const { url, child, printed } = await startSiteForTest(database.env)
    const headers: Record<string, string> = { apikey: await keyOf(url), 'content-type': 'application/json' }
    const body = JSON.stringify({
      email: 'clara@example.org',
      password: PASSWORD,
      data: { username: 'clara' },
    })
    const signUp = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body })
    const { access_token, user } = (await signUp.json()) as { access_token: string; user: { id: string } }
    const leaving = new AbortController()
    const wish = fetch(`${url}/rest/v1/user_wishlist`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ user_id: user.id, film_id: 1 }),
      signal: leaving.signal,
    })
    await after(1000)
    leaving.abort()
    await expect(wish).rejects.toThrow('abort')
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect([printed.output, printed.errors]).toEqual([expect.not.stringMatching(/"level"|pool/), ''])
    const rows = await inDatabase(database, 'select film_id from public.user_wishlist')
    expect(rows).toEqual([{ film_id: 1 }])
    await inDatabase(database, `delete from auth.users where email = 'clara@example.org'`)
    await inDatabase(database, 'drop function private.wait cascade')
  })

  test('a stopping server closes the connections that listen for changes, so that their clients connect again', async () => {
    const site = await startSiteForTest(database.env)
    const listening = await listenAt(site)
    const ended = once(site.child, 'exit')
    site.child.kill('SIGTERM')
    const [code] = await once(listening, 'close')
    // The code for a service restart (the registry of RFC 6455).
    expect(code).toBe(1012)
    expect(await ended).toEqual([0, null])
  })

  test('a stopping server ends within 10 seconds, even with open connections', async () => {
    const withoutConnections = await secondsToStop(await startSiteForTest(database.env))
    const site = await startSiteForTest(database.env)
    const unfinished = await beginSignUp(site, 'berta')
    unfinished.response.catch(() => {})
    const halfHead = connectTo(site)
    halfHead.write('GET / HTTP/1.1\r\nHost: x\r\n')
    const listening = await listenAt(site)
    // Its client does not answer the close.
    listening.pause()
    const holding: { destroy(): unknown }[] = [halfHead, await requestWithoutReading(site)]
    holding.push({ destroy: () => listening.terminate() })
    if (engine === 'pglite') {
      holding.push(ignoringErrors(connect(path.join(database.env.DATA_DIR, 'admin.sock'))))
    }
    const seconds = await secondsToStop(site)
    console.log(
      `${engine}: ended ${seconds.toFixed(1)} s after the signal, with ${holding.length + 1} that hold on; without any, ${withoutConnections.toFixed(1)} s after it.`,
    )
    // On a busy machine, closing the database takes longer, as it does without any connection.
    expect(seconds).toBeLessThan(Math.max(10, 8 + 2 * withoutConnections))
    for (const held of holding) held.destroy()
    // A server whose database takes longer to close ends without it; its next start recovers.
    if (engine === 'pglite' && seconds < 9.4) await expectClosedCleanly(database)
    else await vi.waitFor(async () => expect(await connectionsTo(database)).toBe(0), 20_000)
    expect(await usernames(database)).toEqual(['anna'])
  })

  test('a second signal ends the server at once, without waiting for a request', async () => {
    const otherDatabase = withoutPooler(await newTestDatabase(engine))
    try {
      const sites = await Promise.all([database, otherDatabase].map(({ env }) => startSiteForTest(env)))
      const [site, other] = sites as [StartedSite, StartedSite]
      for (const each of sites) (await beginSignUp(each, 'berta')).response.catch(() => {})
      const ended = once(site.child, 'exit')
      // A busy machine delays both.
      const otherEnded = once(other.child, 'exit').then(() => 'the server with one signal ended first')
      other.child.kill('SIGTERM')
      const again = setInterval(() => site.child.kill('SIGTERM'), 300)
      const first = await Promise.race([ended, otherEnded])
      clearInterval(again)
      expect(first).toEqual([0, null])
      // It would wait for its request until its time limit.
      other.child.kill('SIGKILL')
      await otherEnded
      expect(await usernames(database)).toEqual(['anna'])
    } finally {
      await otherDatabase.remove()
    }
  })
})

/** Signals a server to stop. @returns the seconds until it has ended. */
async function secondsToStop({ child }: StartedSite): Promise<number> {
  const ended = once(child, 'exit')
  const start = performance.now()
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  return (performance.now() - start) / 1000
}

/** Sends the head of a sign-up and waits until the server waits for the body. */
async function beginSignUp({ url }: StartedSite, username: string) {
  const body = JSON.stringify({
    email: `${username}@example.org`,
    password: PASSWORD,
    data: { username },
  })
  const sent = request(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: {
      apikey: await keyOf(url),
      expect: '100-continue',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  })
  const response = new Promise<{ status: number | undefined; connection: string | undefined }>(
    (resolve, reject) => {
      sent.on('error', reject)
      sent.on('response', (response) => {
        response.resume()
        resolve({ status: response.statusCode, connection: response.headers.connection })
      })
    },
  )
  sent.flushHeaders()
  await once(sent, 'continue')
  return { response, sendBody: () => sent.end(body) }
}

async function keyOf(url: string): Promise<string> {
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  return supabaseKey
}

async function connectionsAreRefused(url: string): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const refused = await once(socket, 'connect').then(
      () => false,
      ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED',
    )
    socket.destroy()
    if (refused) return
    // Few connections, because load has separate tests.
    await after(10)
  }
}

function connectTo({ url }: StartedSite): Socket {
  return ignoringErrors(connect(Number(new URL(url).port), '127.0.0.1'))
}

function ignoringErrors(socket: Socket): Socket {
  return socket.on('error', () => {})
}

/** Opens a connection that listens for changes. */
async function listenAt({ url }: StartedSite): Promise<WebSocket> {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${await keyOf(url)}&vsn=2.0.0`,
  )
  await once(socket, 'open')
  return socket
}

/** Requests more than the socket buffers hold, and reads nothing. */
async function requestWithoutReading(site: StartedSite): Promise<Socket> {
  const ask = `GET /rest/v1/films?select=* HTTP/1.1\r\nHost: x\r\napikey: ${await keyOf(site.url)}\r\n\r\n`
  const socket = connectTo(site).pause()
  socket.write(ask.repeat(50))
  await once(socket, 'readable')
  return socket
}

async function expectClosedCleanly({ env }: TestDatabase): Promise<void> {
  const control = readFileSync(path.join(env.DATA_DIR, 'postgres/global/pg_control'))
  expect(control.readUInt32LE(STATE_OFFSET)).toBe(SHUT_DOWN)
  expect(existsSync(path.join(env.DATA_DIR, 'admin.sock'))).toBe(false)
}

async function connectionsTo({ env }: TestDatabase): Promise<number> {
  const url = new URL(env.DATABASE_URL ?? '')
  const database = url.pathname.slice(1)
  url.pathname = '/postgres'
  const [row] = await ask(
    url.href,
    'select count(*)::int as number from pg_stat_activity where datname = $1',
    [database],
  )
  return row?.number as number
}

async function usernames(database: TestDatabase): Promise<unknown[]> {
  const rows = await inDatabase(database, 'select username from public.profiles order by username')
  return rows.map(({ username }) => username)
}

/** Runs a query: on the embedded engine when its server has stopped, on PostgreSQL at any time. */
async function inDatabase({ env }: TestDatabase, text: string): Promise<Row[]> {
  if (env.DATABASE_URL) return ask(env.DATABASE_URL, text)
  const db = await openSite(readConfig(env))
  const rows = await db.query(text)
  await db.close()
  return rows
}

async function ask(url: string, text: string, values: string[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text, values)
  await client.end()
  return rows
}
