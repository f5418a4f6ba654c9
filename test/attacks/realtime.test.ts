import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { newPerson, type Person } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/site/server.ts'
import { sendBytes, statusesIn } from './raw-socket.ts'

let server: TestServer
let anna: Person
const sockets: WebSocket[] = []
beforeAll(async () => {
  server = await startServer('pglite')
  anna = await newPerson(server, 'anna')
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(() => server?.close())

const address = () =>
  `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.key}&vsn=2.0.0`

async function open(options: { localAddress?: string } = {}): Promise<WebSocket> {
  const socket = new WebSocket(address(), options)
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'open')
  return socket
}

const closeCode = async (socket: WebSocket) => (await once(socket, 'close'))[0]

const change = { event: '*', schema: 'public', table: 'films' }
const joining = (payload: unknown, topic = 'realtime:x') =>
  JSON.stringify(['1', '1', topic, 'phx_join', payload])
const join = (bindings: unknown[], more: object = {}) => ({ config: { postgres_changes: bindings }, ...more })

async function answer(socket: WebSocket, message: string): Promise<unknown[]> {
  socket.send(message)
  const [data] = await once(socket, 'message', { signal: AbortSignal.timeout(20_000) })
  return JSON.parse(String(data))
}

async function stillServes(): Promise<void> {
  const socket = await open()
  expect((await answer(socket, '[null,"1","phoenix","heartbeat",{}]'))[4]).toEqual({
    status: 'ok',
    response: {},
  })
}

test.each<[string, string | Buffer, number]>([
  ['no JSON', '{', 1007],
  ['JSON that is not a message', '{"topic":"phoenix"}', 1007],
  ['a message of the wrong length', '[null,"1","phoenix","heartbeat"]', 1007],
  ['a message with numbers', '[1,2,3,4,5]', 1007],
  [
    'a reference of 10,000 characters',
    JSON.stringify(['1', 'x'.repeat(10_000), 'phoenix', 'heartbeat', {}]),
    1007,
  ],
  ['deep JSON', `["1","1","realtime:x","phx_join",${'['.repeat(7000)}${']'.repeat(7000)}]`, 0],
  ['a binary frame', Buffer.from([3, 1, 2, 3]), 1007],
  ['a frame of a megabyte', 'x'.repeat(1_000_000), 1009],
])('%s closes the connection or is refused, and nothing else', async (_, frame, code) => {
  const socket = await open()
  if (code === 0) expect((await answer(socket, String(frame)))[4]).toMatchObject({ status: 'error' })
  else {
    socket.send(frame)
    expect(await closeCode(socket)).toBe(code)
  }
  await stillServes()
})

test.each([
  ['no payload', null],
  ['no config', {}],
  ['21 bindings', join(Array.from({ length: 21 }, () => change))],
  ['another schema', join([{ ...change, schema: 'auth', table: 'users' }])],
  ['a table with quotes', join([{ ...change, table: 'films" t; select 1; --' }])],
  ['a table of the prototype', join([{ ...change, table: '__proto__' }])],
  ['a column with quotes', join([{ ...change, filter: `id" or true --=eq.1` }])],
  ['a filter of the prototype', join([{ ...change, filter: 'constructor=eq.1' }])],
  ['an invalid token', join([change], { access_token: 'none' })],
  ['a token of another key', join([change], { access_token: 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYWRtaW4ifQ.' })],
  ['a token of 9,000 characters', join([change], { access_token: 'x'.repeat(9000) })],
])('joining with %s is refused', async (_, payload) => {
  const socket = await open()
  const [, , , event, reply] = await answer(socket, joining(payload))
  expect([event, (reply as { status: string }).status]).toEqual(['phx_reply', 'error'])
  expect((await answer(socket, joining(join([change]), 'realtime:y')))[4]).toMatchObject({ status: 'ok' })
})

test('a connection has at most ten channels', async () => {
  const socket = await open()
  const replies: unknown[] = []
  socket.on('message', (data) => {
    const [, , topic, event, payload] = JSON.parse(String(data))
    if (event === 'phx_reply') replies.push([topic, payload.status])
  })
  for (let topic = 1; topic <= 11; topic++) socket.send(joining(join([change]), `realtime:${topic}`))
  await expect.poll(() => replies.length).toBe(11)
  expect(replies.at(-1)).toEqual(['realtime:11', 'error'])
  expect(replies.slice(0, 10).map((reply) => (reply as string[])[1])).toEqual(Array(10).fill('ok'))
})

test('a client that sends without pause is disconnected', async () => {
  const socket = await open()
  const closed = closeCode(socket)
  for (let sent = 0; sent < 100; sent++) socket.send('[null,"1","phoenix","heartbeat",{}]')
  expect(await closed).toBe(1008)
  const pinging = await open()
  const ended = closeCode(pinging)
  for (let sent = 0; sent < 100; sent++) pinging.ping()
  expect(await ended).toBe(1008)
})

test('a network has at most 200 WebSockets, and other visitors are still served', async () => {
  const many = await Promise.all(Array.from({ length: 200 }, () => open({ localAddress: '127.0.0.9' })))
  const refused = new WebSocket(address(), { localAddress: '127.0.0.9' })
  const [error] = await once(refused, 'error')
  expect(String(error)).toContain('503')
  await stillServes()
  expect((await fetch(`${server.url}/config.json`)).status).toBe(200)
  many[0]?.close()
  await once(many[0] as WebSocket, 'close')
  await expect.poll(async () => (await open({ localAddress: '127.0.0.9' })).readyState).toBe(WebSocket.OPEN)
})

test.each([
  ['no key', (url: string) => url.replace(/apikey=[^&]*&/, ''), 401],
  ['a wrong key', (url: string) => url.replace(/apikey=/, 'apikey=x'), 401],
  ['another version', (url: string) => url.replace('2.0.0', '1.0.0'), 400],
  ['another path', (url: string) => url.replace('/websocket', '/other'), 404],
])('a WebSocket with %s is refused', async (_, change, status) => {
  const socket = new WebSocket(change(address()))
  const [error] = await once(socket, 'error')
  expect(String(error)).toContain(String(status))
})

test('an upgrade with a body, to another protocol or elsewhere becomes no WebSocket', async () => {
  const { pathname, search, host } = new URL(address())
  const path = pathname + search
  const ask = (target: string, ...headers: string[]) =>
    sendBytes(server.url, [`GET ${target} HTTP/1.1`, `Host: ${host}`, ...headers, '', ''].join('\r\n'))
  const socket = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  expect(statusesIn(await ask(path, ...socket))).toEqual([101])
  expect(statusesIn(await ask(path, ...socket, 'Content-Length: 5'))).toEqual([400])
  expect(statusesIn(await ask(path, ...socket, 'Transfer-Encoding: chunked'))).toEqual([400])
  expect(statusesIn(await ask(path, ...socket, 'Host: elsewhere'))).toEqual([400])
  expect(statusesIn(await ask(path, 'Connection: Upgrade', 'Upgrade: h2c'))).toEqual([426])
  expect(statusesIn(await ask('/config.json', ...socket))).toEqual([200])
})

test('a client that reads nothing is disconnected', async () => {
  const raw = connect(Number(new URL(server.url).port), '127.0.0.1')
  raw.on('error', () => {})
  const socket = new WebSocket(address(), { createConnection: () => raw })
  sockets.push(socket)
  await once(socket, 'open')
  expect((await answer(socket, joining(join([change], { access_token: anna.token }))))[4]).toMatchObject({
    status: 'ok',
  })
  raw.pause()
  const closed = once(raw, 'close')
  for (let turn = 0; turn < 40; turn++) {
    await server.db.query('update films set year = coalesce(year, 1900) % 200 + 1900 where spine <= 150')
  }
  raw.resume()
  await closed
})
