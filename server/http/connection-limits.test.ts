import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitConnections } from './connection-limits.ts'

const PROXY = '127.0.0.9'

let server: Server
let sockets: Socket[]
/** The responses to `/wait`, which the tests end. */
let waiting: ServerResponse[]

beforeEach(async () => {
  sockets = []
  waiting = []
  server = createServer((request, response) => {
    if (request.url === '/wait') waiting.push(response)
    else response.end()
  })
  const isTrusted = ({ socket }: { socket: Socket }) => socket.remoteAddress === PROXY
  limitConnections(server, { total: 6, perVisitor: 3, isTrusted })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

/**
 * Connects and sends something. Resolves once the server has responded to it, received it, or closed the connection.
 */
async function open(from: string, sent: 'nothing' | 'part' | '/wait' | '/' = '/'): Promise<Socket> {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => {})
  sockets.push(socket)
  const accepted = once(server, 'connection')
  await once(socket, 'connect')
  await accepted
  if (sent === 'part') socket.write('GET / HTTP/1.1\r\n')
  if (sent.startsWith('/')) await request(socket, sent)
  return socket
}

async function request(socket: Socket, path: string): Promise<void> {
  const received = path === '/wait' ? once(server, 'request') : once(socket, 'data')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await Promise.race([received.catch(() => {}), closed])
}

/** Waits until exactly these of some connections are open. */
async function expectOpen(all: Socket[], expected: boolean[]): Promise<void> {
  await expect.poll(() => all.map(({ readyState }) => readyState === 'open')).toEqual(expected)
}

test('a visitor with too many connections loses the one that has been idle for longest', async () => {
  const [first, second, third] = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')]
  await request(first, '/')
  const fourth = await open('127.0.0.2')
  await expectOpen([first, second, third, fourth], [true, false, true, true])
})

test.each(['nothing', 'part'] as const)('a connection that has sent %s is idle', async (sent) => {
  const silent = await open('127.0.0.2', sent)
  const others = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')]
  await expectOpen([silent, ...others], [false, true, true, true])
})

test('a connection that waits for a response is not closed, and the server refuses a visitor whose connections all wait', async () => {
  const busy = [await open('127.0.0.2', '/wait'), await open('127.0.0.2', '/wait')]
  const idle = await open('127.0.0.2')
  const more = await open('127.0.0.2', '/wait')
  const refused = await open('127.0.0.2', 'nothing')
  await expectOpen([...busy, idle, more, refused], [true, true, false, true, false])
  // Other visitors are served, and this one is, too, once it has got its responses.
  const other = await open('127.0.0.3')
  for (const response of waiting) response.end()
  await Promise.all([...busy, more].map((socket) => once(socket, 'data')))
  await expectOpen([other, await open('127.0.0.2')], [true, true])
})

test('a connection that ends no longer counts', async () => {
  for (let round = 0; round < 5; round++) {
    const ended = await Promise.all([1, 2, 3].map(() => open('127.0.0.2', '/wait')))
    await expectOpen(ended, [true, true, true])
    for (const socket of ended) socket.destroy()
    for (const response of waiting.splice(0)) if (!response.destroyed) await once(response, 'close')
  }
})

test('a trusted proxy may exceed the limit of a visitor, and its connections are closed last', async () => {
  const ofProxy = []
  for (let round = 0; round < 4; round++) ofProxy.push(await open(PROXY))
  const visitors = [await open('127.0.0.2'), await open('127.0.0.3')]
  const last = await open('127.0.0.4')
  await expectOpen([...ofProxy, ...visitors, last], [true, true, true, true, false, true, true])
})

test('a proxy that has all connections loses the one that has been idle for longest', async () => {
  const ofProxy = []
  for (let round = 0; round < 7; round++) ofProxy.push(await open(PROXY))
  await expectOpen(ofProxy, [false, true, true, true, true, true, true])
})
