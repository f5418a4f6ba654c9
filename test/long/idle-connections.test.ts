import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { WebSocket } from 'ws'
import { SILENCE_MS } from '../../server/realtime/connection.ts'
import { newPerson, type Person } from '../support/people/people.ts'
import { listen } from '../support/realtime.ts'
import { startServer, type TestServer } from '../support/site/server.ts'

/** The server checks its connections four times per SILENCE_MS, so it closes a silent one within this time. */
const LOOKED_MS = SILENCE_MS * 1.5

let server: TestServer
let anna: Person
beforeAll(async () => {
  server = await startServer('pglite')
  anna = await newPerson(server, 'anna')
})
afterAll(() => server?.close())

test.concurrent('a channel in which nothing happens stays open', async ({ expect }) => {
  const listening = await listen(anna.untyped, { table: 'user_watched' })
  await after(LOOKED_MS)
  expect(listening.states).toEqual(['SUBSCRIBED'])
  await anna.client.from('user_watched').insert({ film_id: 1 }).throwOnError()
  await expect.poll(() => listening.received.length).toBe(1)
  await listening.stop()
})

test.concurrent('a connection that no longer answers is closed', async ({ expect }) => {
  const socket = await open({ autoPong: false })
  const channel = JSON.stringify([
    '1',
    '1',
    'realtime:x',
    'phx_join',
    { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'films' }] } },
  ])
  socket.send(channel)
  expect(await closedAfter(socket)).toBeGreaterThanOrEqual(SILENCE_MS)
})

test.concurrent('a connection without a channel is closed, although it answers', async ({ expect }) => {
  const socket = await open({})
  expect(await closedAfter(socket)).toBeGreaterThanOrEqual(SILENCE_MS)
})

async function open(options: { autoPong?: boolean }): Promise<WebSocket> {
  const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.key}&vsn=2.0.0`
  const socket = new WebSocket(address, options)
  await once(socket, 'open')
  return socket
}

/** How long a connection stays open, in milliseconds. */
async function closedAfter(socket: WebSocket): Promise<number> {
  const start = performance.now()
  await once(socket, 'close', { signal: AbortSignal.timeout(LOOKED_MS) })
  return performance.now() - start
}
