import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/site/server.ts'
import { sendBytes, statusesIn } from './raw-socket.ts'

let server: TestServer
let authorization: string
beforeAll(async () => {
  server = await startServer('pglite')
  authorization = `Bearer ${(await newPerson(server, 'sender')).token}`
})
afterAll(() => server.close())

const head = (path: string, lines: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    `apikey: ${server.key}`,
    `Authorization: ${authorization}`,
    ...lines,
    '',
    '',
  ].join('\r\n')

/** Paths that accept bodies, with the limit of each in bytes. */
const LIMITS: [path: string, most: number][] = [
  ['/rest/v1/user_wishlist', 1_048_576],
  ['/rest/v1/rpc/username_state', 1_048_576],
  ['/auth/v1/token?grant_type=password', 65_536],
  ['/auth/v1/signup', 65_536],
]

test.for(LIMITS)('%s refuses a request whose Content-Length exceeds %i bytes', async ([path, most]) => {
  for (const length of [most + 1, 10 ** 12]) {
    const received = await sendBytes(server.url, head(path, [`Content-Length: ${length}`]))
    expect(statusesIn(received)).toEqual([413])
    expect(received.closed).toBe(true)
  }
})

test.for(LIMITS)(
  '%s refuses chunks of more than %i bytes in total and stops reading',
  async ([path, most]) => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    const received = await sendBytes(
      server.url,
      head(path, ['Transfer-Encoding: chunked']) + chunk.repeat(most / 0x4000 + 1),
    )
    expect(statusesIn(received)).toEqual([413])
    expect(received.closed).toBe(true)
  },
)

test.for(LIMITS)('%s refuses a compressed body that expands to more than %i bytes', async ([path, most]) => {
  const large = Buffer.alloc(256 * 1024 * 1024, ' ')
  const before = process.memoryUsage().rss
  for (const [encoding, body] of [
    ['gzip', gzipSync(large)],
    ['br', brotliCompressSync(large.subarray(0, 64 * 1024 * 1024))],
  ] as const) {
    expect(body.length).toBeLessThan(most * 10)
    const lines = [`Content-Encoding: ${encoding}`, `Content-Length: ${body.length}`]
    const received = await sendBytes(server.url, Buffer.concat([Buffer.from(head(path, lines)), body]))
    expect(statusesIn(received)).toEqual([413])
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(512 * 1024 * 1024)
})

test('the server refuses a request head that is too large', async () => {
  for (const bytes of [
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(4000)}\r\n`,
  ]) {
    const received = await sendBytes(server.url, bytes)
    expect(statusesIn(received)).toEqual([431])
    expect(received.closed).toBe(true)
  }
})

test('the server disconnects slow senders, and other requests don’t wait for them', async () => {
  // The default is 30 seconds; the test shortens it.
  expect(server.app.server.requestTimeout).toBe(30_000)
  server.app.server.requestTimeout = 3000
  server.app.server.headersTimeout = 3000
  const slow = [
    ...Array<string>(50).fill('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    ...Array<string>(50).fill(`${head('/auth/v1/signup', ['Content-Length: 1000'])}{"email":`),
    ...Array<string>(50).fill(`${head('/rest/v1/user_wishlist', ['Transfer-Encoding: chunked'])}5\r\n{`),
  ].map((bytes) => sendBytes(server.url, bytes))
  const other = fetch(`${server.url}/rest/v1/films?limit=1`, { headers: { apikey: server.key } })
  const disconnected = slow.map((received) => received.then(() => 'a slow sender was disconnected first'))
  expect(await Promise.race([other.then(({ status }) => status), ...disconnected])).toBe(200)
  for (const received of await Promise.all(slow)) {
    expect(received.closed).toBe(true)
    expect(statusesIn(received)).toEqual([408])
  }
})
