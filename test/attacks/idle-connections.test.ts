import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSite, stopProcess } from '../support/site/programs.ts'
import { newTestDatabase, type TestDatabase } from '../support/site/test-database.ts'

let database: TestDatabase
let site: Awaited<ReturnType<typeof startSite>>
let sockets: Socket[] = []
beforeAll(async () => {
  database = await newTestDatabase('pglite')
  site = await startSite(database.env)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  if (site) await stopProcess(site.child)
  await database?.remove()
})

/** Connects from a local address, sends one request and leaves the connection open. */
async function ask(from: string): Promise<{ status: string; socket: Socket }> {
  const socket = connect({ port: Number(new URL(site.url).port), host: '127.0.0.1', localAddress: from })
  socket.on('error', () => {})
  sockets.push(socket)
  socket.write('GET /config.json HTTP/1.1\r\nHost: x\r\n\r\n')
  const [received] = await once(socket, 'data', { signal: AbortSignal.timeout(20_000) }).catch(() => [
    'refused',
  ])
  return { status: String(received).slice(9, 12), socket }
}

async function askOften(times: number, from: (turn: number) => string): Promise<Socket[]> {
  const asked: Socket[] = []
  while (asked.length < times) {
    const some = Array.from({ length: 50 }, (_, at) => ask(from(asked.length + at)))
    for (const { status, socket } of await Promise.all(some)) {
      expect(status).toBe('200')
      asked.push(socket)
    }
  }
  return asked
}

const open = (all: Socket[]) => all.filter(({ readyState }) => readyState === 'open').length

test('2,000 idle connections from one visitor block no other visitor, and only the latest 500 stay open', async () => {
  const idle = await askOften(2000, () => '127.0.0.2')
  expect((await ask('127.0.0.3')).status).toBe('200')
  await expect.poll(() => open(idle)).toBe(500)
  expect(open(idle.slice(-500))).toBe(500)
})

test('idle connections from many addresses block no visitor, because the server closes the longest idle ones first', async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  const idle = await askOften(2100, (turn) => `127.0.1.${1 + (turn % 10)}`)
  expect((await ask('127.0.0.3')).status).toBe('200')
  await expect.poll(() => open(idle)).toBeLessThan(2000)
  expect(open(idle.slice(-1900))).toBe(1900)
})
