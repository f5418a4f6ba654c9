import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/site/server.ts'
import { sendBytes, statusesIn } from './raw-socket.ts'

let server: TestServer
beforeAll(async () => {
  // Request framing does not depend on the engine, so one engine is enough.
  server = await startServer('pglite')
})
afterAll(() => server.close())

/** The smuggled request, whose response is unlike any other. */
const SMUGGLED = 'GET /auth/v1/health HTTP/1.1\r\nHost: x\r\n\r\n'
const ITS_RESPONSE = '"name":"auth"'

const post = (lines: string, body = '') =>
  `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\napikey: ${server.key}\r\n${lines}\r\n\r\n${body}`
const get = (lines: string, rest = '') =>
  `GET /auth/v1/settings HTTP/1.1\r\nHost: x\r\napikey: ${server.key}\r\n${lines}\r\n${rest}`

const chunked = (body: string) => post('Transfer-Encoding: chunked', body)
const LAST_CHUNK = '0\r\n\r\n'

/** Ambiguous requests: one interpretation ends before the smuggled request, another after it. */
const SHAPES: [shape: string, bytes: () => string][] = [
  ['a length and chunks', () => post('Content-Length: 5\r\nTransfer-Encoding: chunked', LAST_CHUNK)],
  [
    'chunks and a length',
    () => post('Transfer-Encoding: chunked\r\nContent-Length: 3', `2\r\n{}\r\n${LAST_CHUNK}`),
  ],
  ...[
    'xchunked',
    'identity',
    'chunked, identity',
    'identity, chunked',
    '"chunked"',
    'chunked;q=1',
    'cow',
    'chunked,',
    '\x0bchunked',
    'chunked\0',
    'chunked\r\nTransfer-Encoding: identity',
    'identity\r\nTransfer-Encoding: chunked',
    'chunked\r\nTransfer-Encoding: chunked',
  ].map((coding): [string, () => string] => [
    `the transfer coding ${JSON.stringify(coding)}`,
    () => post(`Transfer-Encoding: ${coding}`, LAST_CHUNK),
  ]),
  ['a blank before the colon', () => post('Transfer-Encoding : chunked', LAST_CHUNK)],
  ['a coding behind a bare line feed', () => post('X: y\nTransfer-Encoding: chunked', LAST_CHUNK)],
  ['a coding behind a bare carriage return', () => post('X: y\rTransfer-Encoding: chunked', LAST_CHUNK)],
  ['a coding on a folded line', () => post('Transfer-Encoding:\r\n chunked', LAST_CHUNK)],
  ['a folded line', () => post('X: y\r\n Transfer-Encoding: chunked')],
  ['a length on a folded line', () => post('Content-Length:\r\n 2', '{}')],
  ['two lengths', () => post(`Content-Length: 0\r\nContent-Length: ${SMUGGLED.length}`)],
  ['the same length twice', () => post('Content-Length: 2\r\nContent-Length: 2', '{}')],
  ...['+2', '-1', '0x2', '2 2', '2, 2', '2.0', '', '9'.repeat(25), '2\x0b'].map(
    (length): [string, () => string] => [
      `the length ${JSON.stringify(length)}`,
      () => post(`Content-Length: ${length}`, '{}'),
    ],
  ),
  ['lines that end in line feeds', () => post('Content-Length: 2', '{}').replaceAll('\r\n', '\n')],
  ['lines that end in carriage returns', () => post('Content-Length: 2', '{}').replaceAll('\r\n', '\r')],
  ['a head that ends in a bare line feed', () => get('X: y', '\n')],
  ...['-1', '0x2', '2 ', ' 2', '+2', 'g', '2\n', '2;x="\r\n"', 'F'.repeat(17), `2;${'x'.repeat(20_000)}`].map(
    (size): [string, () => string] => [
      `a chunk of ${JSON.stringify(size).slice(0, 20)}`,
      () => chunked(`${size}\r\n{}\r\n${LAST_CHUNK}`),
    ],
  ),
  ['a chunk longer than its size', () => chunked(`2\r\n{}0\r\n\r\n`)],
  ['chunks in lines that end in line feeds', () => chunked('2\n{}\n0\n\n')],
  ['a last chunk that ends in line feeds', () => chunked('0\n\n')],
  ['a length among the trailers', () => chunked(`2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n`)],
  ['chunks in HTTP/1.0', () => chunked(LAST_CHUNK).replace('HTTP/1.1', 'HTTP/1.0')],
  ['HTTP/0.9', () => 'GET /auth/v1/settings\r\n'],
  ['the beginning of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown version', () => get('', '').replace('HTTP/1.1', 'HTTP/3.0')],
  ['no host', () => 'GET /auth/v1/settings HTTP/1.1\r\n\r\n'],
  ['two hosts', () => get('Host: evil.example', '\r\n')],
  ['a zero byte in a header', () => get('X: a\0b', '\r\n')],
  ['a blank in the name of a header', () => get('X y: a', '\r\n')],
  ['a header without a colon', () => get('abc', '\r\n')],
  ['a blank before the method', () => ` ${get('X: y', '\r\n')}`],
  ['a blank in the address', () => 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['an unknown method', () => `${'A'.repeat(100)} / HTTP/1.1\r\nHost: x\r\n\r\n`],
]

test.for(SHAPES)('the server refuses a request with %s and reads nothing after it', async ([, bytes]) => {
  const received = await sendBytes(server.url, bytes() + SMUGGLED)
  expect(statusesIn(received)).toEqual([400])
  expect(received.text).not.toContain(ITS_RESPONSE)
  expect(received.closed).toBe(true)
  if (received.text.includes('{')) expect(received.text).toContain('x-content-type-options: nosniff')
})

test('the server refuses CONNECT and opens no tunnel', async () => {
  const received = await sendBytes(
    server.url,
    `CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example\r\n\r\n${SMUGGLED}`,
  )
  expect(received).toEqual({ text: '', closed: true })
})

test.for([
  ['the body of a GET', () => get(`Content-Length: ${SMUGGLED.length}`, '\r\n')],
  ['the bytes after an upgrade to HTTP/2', () => get('Connection: Upgrade\r\nUpgrade: h2c', '\r\n')],
  [
    'the bytes after an upgrade to a WebSocket',
    () => get('Connection: Upgrade\r\nUpgrade: websocket', '\r\n'),
  ],
] as const)('the server does not read %s as a second request', async ([, bytes]) => {
  const received = await sendBytes(server.url, bytes() + SMUGGLED)
  expect(statusesIn(received)).toEqual([200])
  expect(received.text).not.toContain(ITS_RESPONSE)
})

test('the server responds to both of two valid pipelined requests', async () => {
  const shapes = [
    get('X: y', '\r\n'),
    chunked(`2\r\n{}\r\n${LAST_CHUNK}`),
    chunked(`2;note=x\r\n{}\r\n${LAST_CHUNK}`),
    post('Content-Length: 2', '{}'),
  ]
  for (const bytes of shapes) {
    const received = await sendBytes(server.url, bytes + SMUGGLED)
    expect(statusesIn(received)).toHaveLength(2)
    expect(received.text).toContain(ITS_RESPONSE)
  }
})
