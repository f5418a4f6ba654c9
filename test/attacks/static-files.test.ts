import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/site/server.ts'
import { sendBytes, statusesIn } from './raw-socket.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer('pglite')
})
afterAll(() => server.close())

/** Sends the path unchanged, which `fetch` would normalize. */
const get = (path: string) =>
  sendBytes(server.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)

/** Encodings of "../". */
const UP = [
  '../',
  '..%2f',
  '..%2F',
  '%2e%2e/',
  '%2e%2e%2f',
  '.%2e/',
  '..\\',
  '..%5c',
  '%2e%2e%5c',
  '..;/',
  '.../',
  '....//',
  '..%252f',
  '%252e%252e%252f',
  '..%c0%af',
  '%c0%ae%c0%ae/',
  '..%ef%bc%8f',
  '%uff0e%uff0e/',
  '..%00/',
  './../',
  '..%2f%2e/',
  '%2e%2e%2f%2e%2f',
  '/../',
  '//../',
  '..//',
]

const FILES = [
  'package.json',
  'server/main.ts',
  '.env',
  '.git/config',
  'data/lock',
  'etc/passwd',
  'dist/index.html',
]

/** Text that only files outside the site contain. */
const OUTSIDE = /"devDependencies"|import .* from '|root:x:0|\[core\]|DATABASE_URL=/

test.for(UP)('the path %s returns no file outside the site', async (up) => {
  const attempts = FILES.flatMap((file) =>
    ['/', '/assets/', '/assets/x/', '/anna/', '/.well-known/'].flatMap((place) =>
      [1, 2, 6].map((times) => `${place}${up.repeat(times)}${file}`),
    ),
  )
  for (const received of await Promise.all(attempts.map(get))) {
    const [status = 0] = statusesIn(received)
    expect([302, 400, 403, 404]).toContain(status)
    expect(received.text).not.toMatch(OUTSIDE)
  }
})

test.for([
  '/assets',
  '/assets/',
  '/assets/.',
  '/assets//',
  '/fonts/',
  '/index.html/',
  '/index.html',
  '/.',
  '/./',
  '/assets/index.html',
  '/.vite/manifest.json',
  '/package.json',
  '/node_modules/',
  '/.git/HEAD',
  '/.env',
  '/C:/windows/win.ini',
  '/\\\\evil\\share',
  '/file:///etc/passwd',
  '/~root/',
  '/assets/%00.js',
  '/before-paint.js%00.html',
  '/favicon.svg/',
  '/favicon.svg%2f',
  '/favicon.svg%20',
  '/favicon.svg.',
  '/FAVICON.SVG',
  '/favicon.svg::$DATA',
])('the path %s returns neither a directory listing nor a file outside the site', async (path) => {
  const received = await get(path)
  const [status = 0] = statusesIn(received)
  if (status === 200) expect(received.text).toMatch(/content-type: (text\/html|image\/svg)/)
  else expect([302, 400, 403, 404]).toContain(status)
  expect(received.text).not.toMatch(OUTSIDE)
  for (const asset of readdirSync('dist/assets')
    .filter((name) => name.endsWith('.js'))
    .slice(0, 20)) {
    if (status !== 200) expect(received.text).not.toContain(asset.replace(/\.js$/, '.js.map'))
  }
})

test('static files have their content type and are read-only', async () => {
  const [script = ''] = readdirSync('dist/assets').filter((name) => name.endsWith('.js'))
  for (const [path, type] of [
    [`/assets/${script}`, 'application/javascript; charset=utf-8'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/before-paint.js', 'application/javascript; charset=utf-8'],
  ] as const) {
    const response = await fetch(server.url + path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    for (const method of ['PUT', 'POST', 'DELETE', 'PATCH', 'PROPFIND']) {
      expect([404, 405]).toContain((await fetch(server.url + path, { method })).status)
    }
  }
})
