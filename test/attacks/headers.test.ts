import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAuth } from '../support/people/account-client.ts'
import { newPerson, type Person } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/site/server.ts'
import { sendBytes, statusesIn } from './raw-socket.ts'

const SITE_URL = 'https://films.example.org'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer('pglite', { SITE_URL })
  person = await newPerson(server, 'anna')
})
afterAll(() => server.close())

const headersOf = async (path: string, init: RequestInit = {}) =>
  (await fetch(server.url + path, { redirect: 'manual', ...init })).headers

const keyed = () => ({ apikey: server.key })
const json = () => ({ ...keyed(), 'content-type': 'application/json' })

/** Requests for every kind of response: success, refusal, redirect and not found. */
const DATA: [what: string, path: string, init: () => RequestInit][] = [
  ['rows', '/rest/v1/films?limit=1', () => ({ headers: keyed() })],
  ['rows as CSV', '/rest/v1/films?limit=1', () => ({ headers: { ...keyed(), accept: 'text/csv' } })],
  ['no rows', '/rest/v1/films?limit=1', () => ({ method: 'HEAD', headers: keyed() })],
  ['no table', '/rest/v1/nope', () => ({ headers: keyed() })],
  ['no key', '/rest/v1/films', () => ({})],
  ['no method', '/rest/v1/films', () => ({ method: 'PUT', headers: keyed() })],
  ['no path', '/rest/v1/a/b/c', () => ({ headers: keyed() })],
  ['too long a name', `/rest/v1/${'x'.repeat(500)}`, () => ({ headers: keyed() })],
  ['what cannot be decoded', '/rest/v1/%zz', () => ({ headers: keyed() })],
  [
    'a refused sign-in',
    '/auth/v1/token?grant_type=password',
    () => ({ method: 'POST', headers: json(), body: '{}' }),
  ],
  ['no account', '/auth/v1/user', () => ({ headers: keyed() })],
  ['a link', '/auth/v1/verify?type=signup&token=x', () => ({})],
  ['keys', '/auth/v1/.well-known/jwks.json', () => ({})],
  [
    'a preflight',
    '/rest/v1/films',
    () => ({ method: 'OPTIONS', headers: { origin: 'https://evil.example' } }),
  ],
  ['what is not offered', '/storage/v1/object/x', () => ({ headers: keyed() })],
]

test.each(DATA)(
  '%s: an API response has headers that keep browsers from showing or framing it as a page',
  async (_, path, init) => {
    const headers = await headersOf(path, init())
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('content-type') ?? 'charset=utf-8').toMatch(/charset=utf-8/)
    expect([...headers.keys()]).not.toContain('server')
    expect([...headers.keys()]).not.toContain('x-powered-by')
  },
)

const PAGES: [what: string, path: string, init: RequestInit][] = [
  ...['/', '/auth', '/anna', '/admin/titles'].map((path): [string, string, RequestInit] => [path, path, {}]),
  ['no page', '/a/b/c', {}],
  ['no person’s page', '/nobody-at-all', {}],
  ['a script', '/before-paint.js', {}],
  ['a picture', '/favicon.svg', {}],
  ['a missing script', '/assets/x.js', {}],
  ['the settings', '/config.json', {}],
  ['a health check', '/health', {}],
  ['an unsupported method', '/', { method: 'POST' }],
]

test.each(PAGES)('%s: the response forbids inline code, type sniffing and framing', async (_, path, init) => {
  const headers = await headersOf(path, init)
  const policy = headers.get('content-security-policy') ?? ''
  for (const directive of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types worker',
    "frame-ancestors 'none'",
    "form-action 'self'",
    `connect-src 'self' ${SITE_URL} ${SITE_URL.replace('https', 'wss')}`,
  ]) {
    expect(policy.split(';')).toContain(directive)
  }
  expect(policy).not.toMatch(/unsafe|\*|http:/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(headers.get('set-cookie')).toBeNull()
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

const ERRORS: [what: string, path: string, init: () => RequestInit][] = [
  ...DATA.filter(([what]) => /^(no (table|key|method|path|account)|too|what|a refused)/.test(what)),
  ['no page', '/a/b/c', () => ({})],
  ['no person’s page', '/nobody-at-all', () => ({})],
  ['a missing script', '/assets/x.js', () => ({})],
  ['an unsupported method', '/', () => ({ method: 'POST' })],
]

test.each(ERRORS)('%s: an error response forbids caching', async (_, path, init) => {
  const { status, headers } = await fetch(server.url + path, { redirect: 'manual', ...init() })
  expect(status).toSatisfy((status: number) => status >= 300)
  expect(headers.get('cache-control')).toBe('no-store')
})

test('the response to an unreadable request forbids caching', async () => {
  const received = await sendBytes(server.url, 'nonsense\r\n\r\n')
  expect(received.text).toMatch(/^cache-control: no-store\r$/m)
})

test('a response about a person forbids caching', async () => {
  for (const path of [
    'profiles',
    'profiles?limit=0',
    `user_ownership?user_id=eq.${person.id}`,
    'rpc/profile_counts?of_username=anna',
    `rpc/profile_films?of_user=${person.id}&limit=1`,
    'rpc/username_state?username=anna',
  ]) {
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${server.url}/rest/v1/${path}`, { method, headers: keyed() })
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
    }
  }
  const asked = { method: 'POST', headers: json(), body: '{"of_username": "anna"}' }
  expect((await headersOf('/rest/v1/rpc/profile_counts', asked)).get('cache-control')).toBe('no-store')
  const films = await headersOf('/rest/v1/films?limit=1', { headers: keyed() })
  expect(films.get('cache-control')).toBe('no-cache')
})

test('a response to a signed-in person forbids caching', async () => {
  const authorization = `Bearer ${person.token}`
  for (const path of ['user_roles', 'user_wishlist?user_id=eq.1', 'rpc/username_state?username=a', 'nope']) {
    const headers = await headersOf(`/rest/v1/${path}`, { headers: { ...keyed(), authorization } })
    expect(headers.get('cache-control')).toBe('no-store')
  }
  expect(
    (await headersOf('/auth/v1/user', { headers: { ...keyed(), authorization } })).get('cache-control'),
  ).toBe('no-store')
})

test('CORS allows every origin with the public key and never with the browser’s credentials', async () => {
  const origin = 'https://evil.example'
  for (const path of ['/rest/v1/films?limit=1', '/auth/v1/settings']) {
    const headers = await headersOf(path, { headers: { ...keyed(), origin } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
  const preflight = await headersOf('/rest/v1/films', {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,apikey',
    },
  })
  expect(preflight.get('access-control-allow-origin')).toBe('*')
  expect(preflight.get('access-control-allow-headers')).toBe('authorization,apikey')
  expect(preflight.get('access-control-allow-credentials')).toBeNull()
})

test('the server closes a connection on which it refused a body', async () => {
  const response = await callAuth(server, 'POST', 'signup', { body: 'x'.repeat(70_000) })
  expect([response.status, response.headers.get('connection')]).toEqual([413, 'close'])
})

describe('header injection', () => {
  const BREAKS = ['%0d%0a', '%0a', '%0d', '%E5%98%8A%E5%98%8D', '%00', '\\r\\n', '%250d%250a']

  test.each(BREAKS)('%s adds no header line to a response', async (lines) => {
    const injected = `x${lines}Set-Cookie:%20injected=1${lines}${lines}<script>`
    for (const path of [
      `/${injected}`,
      `/ANNA?q=${injected}`,
      `/auth/v1/verify?type=signup&token=x&redirect_to=/${injected}`,
      `/auth/v1/verify?type=${injected}&token=x`,
      `/rest/v1/${injected}?apikey=${server.key}`,
      `/rest/v1/films?apikey=${server.key}&select=${injected}`,
      `/rest/v1/films?apikey=${server.key}&select=${injected}:title&limit=1`,
      `/assets/${injected}`,
      `/config.json?${injected}`,
    ]) {
      const received = await sendBytes(
        server.url,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: ${injected}\r\nAccept: ${injected}\r\n\r\n`,
      )
      const [head = ''] = received.text.split('\r\n\r\n')
      expect(statusesIn({ ...received, text: head })).toHaveLength(1)
      expect(head.split('\r\n').map((line) => line.split(':')[0]?.toLowerCase())).not.toContain('set-cookie')
      expect(head).not.toMatch(/[^\r]\n|\r[^\n]/)
    }
  })

  test('a redirect leads only to this site', async () => {
    for (const [path, location] of [
      ['/ANNA?q=//evil.example', '/anna?q=//evil.example'],
      ['/nobody-at-all?next=//evil.example', '/'],
      ['//evil.example/%2e%2e', null],
      ['/\\evil.example', null],
      ['/https://evil.example/', null],
      ['//evil', null],
    ] as const) {
      const received = await sendBytes(
        server.url,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      )
      const [, given = null] = /^location: (.*)\r$/m.exec(received.text) ?? []
      expect([path, given]).toEqual([path, location])
    }
  })

  test('SITE_URL determines the site’s address, whatever Host header a request has', async () => {
    for (const headers of [
      'Host: evil.example',
      'Host: films.example.org:1@evil.example',
      'Host: x\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: gopher\r\nForwarded: host=evil.example',
      'Host: x\r\nX-Original-URL: /admin/titles\r\nX-Rewrite-URL: /admin/titles\r\nX-HTTP-Method-Override: DELETE',
    ]) {
      for (const path of ['/', '/config.json', '/auth/v1/verify?type=signup&token=x']) {
        const received = await sendBytes(
          server.url,
          `GET ${path} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`,
        )
        expect(received.text).not.toContain('evil.example')
        expect(statusesIn(received)[0]).toBeLessThan(400)
      }
    }
  })
})

describe('a site without SITE_URL', () => {
  let open: TestServer
  beforeAll(async () => {
    open = await startServer('pglite')
  })
  afterAll(() => open.close())

  test('a page requested with a forged Host may connect only to its own origin and forbids caching', async () => {
    for (const path of ['/', '/config.json']) {
      const received = await sendBytes(
        open.url,
        `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: worse.example\r\nConnection: close\r\n\r\n`,
      )
      // A page needs no setting for its own origin.
      expect(received.text.includes('http://evil.example')).toBe(path === '/config.json')
      expect(received.text).not.toContain('worse.example')
      expect(received.text).toContain("connect-src 'self';")
      expect(received.text).toMatch(/^cache-control: no-cache\r$/m)
      expect(received.text).not.toMatch(/strict-transport-security/i)
    }
  })

  test('a Host header with markup cannot end a script block of the page', async () => {
    const received = await sendBytes(
      open.url,
      'GET / HTTP/1.1\r\nHost: x"></script><script>alert(1)</script>\r\nConnection: close\r\n\r\n',
    )
    expect(received.text).not.toContain('<script>alert')
  })
})
