import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { fetchFromBackend } from './fetch-from-backend.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** @returns the URL of a server that ends with the test. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  ['an HTML page', 403, 'text/html', '<h1>Forbidden', 502],
  ['an empty body', 404, 'text/plain', '', 502],
  ['a JSON list', 404, 'application/json', '[]', 502],
  ['JSON without a code', 401, 'application/json', '{"message":"Unauthorized"}', 502],
  ['JSON with a numeric code', 403, 'application/json', '{"code":403}', 502],
  ['an error of /rest/v1', 403, 'application/json', '{"code":"42501","message":"No"}', 403],
  ['an error of /auth/v1', 400, 'application/json', '{"code":400,"error_code":"bad_jwt"}', 400],
  ['a server error', 500, 'text/html', '<h1>Out of order', 500],
])(
  '%s with the status %i is told apart from an error of the backend',
  async (_, status, type, body, expected) => {
    const url = await serve((_, response) => response.writeHead(status, { 'content-type': type }).end(body))
    const response = await fetchFromBackend(url)
    expect([response.status, await response.text()]).toEqual([expected, body])
  },
)

test('an error of the backend to HEAD is recognised by its content type', async () => {
  let type = 'application/json; charset=utf-8'
  const url = await serve((_, response) => response.writeHead(403, { 'content-type': type }).end())
  expect((await fetchFromBackend(url, { method: 'HEAD' })).status).toBe(403)
  type = 'text/html'
  expect((await fetchFromBackend(url, { method: 'HEAD' })).status).toBe(502)
})

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const FOREIGN: [name: string, status: number, headers: Record<string, string>, body: string][] = [
  ['nothing', 200, {}, ''],
  ['nothing as JSON', 200, JSON_TYPE, ''],
  ['nothing as HTML', 200, { 'content-type': 'text/html' }, ''],
  ['an HTML page', 200, { 'content-type': 'text/html' }, '<h1>Sign in'],
  ['an HTML page that claims to be JSON', 200, JSON_TYPE, '<h1>Sign in'],
  ['a JSON list', 200, JSON_TYPE, '[]'],
  ['a JSON object', 200, JSON_TYPE, '{}'],
  ['an error in JSON', 200, JSON_TYPE, '{"code":"23514"}'],
  ['null', 200, JSON_TYPE, 'null'],
  ['201 without a body', 201, {}, ''],
  ['202 without a body', 202, {}, ''],
  ['204', 204, {}, ''],
  ['a range of bytes', 206, { 'content-range': 'bytes 0-1/2' }, '[]'],
]
const MINIMAL = { prefer: 'return=minimal' }
const WHOLE = { prefer: 'return=representation' }

/** The kinds of requests that the pages send. */
const REQUESTS: [name: string, path: string, init: RequestInit][] = [
  ['a read', '/rest/v1/films?select=id', {}],
  ['a count', '/rest/v1/films?select=id', { method: 'HEAD' }],
  ['an insert', '/rest/v1/user_wishlist', { method: 'POST', headers: MINIMAL }],
  ['an upsert', '/rest/v1/user_sets', { method: 'POST', headers: MINIMAL }],
  ['an update', '/rest/v1/profiles?id=eq.1', { method: 'PATCH', headers: MINIMAL }],
  ['an update that returns rows', '/rest/v1/films?id=eq.1', { method: 'PATCH', headers: WHOLE }],
  ['an insert that returns rows', '/rest/v1/films', { method: 'POST', headers: WHOLE }],
  ['a removal', '/rest/v1/user_watched?film_id=eq.1', { method: 'DELETE' }],
  ['a function', '/rest/v1/rpc/apply_marks', { method: 'POST' }],
  ['a sign-in', '/auth/v1/token?grant_type=password', { method: 'POST' }],
  ['a refresh', '/auth/v1/token?grant_type=refresh_token', { method: 'POST' }],
  ['a sign-up', '/auth/v1/signup', { method: 'POST' }],
  ['an account', '/auth/v1/user', {}],
  ['a change of an account', '/auth/v1/user', { method: 'PUT' }],
  ['the settings', '/auth/v1/settings', {}],
]

describe.each(REQUESTS)('of %s', (_, path, init) => {
  test.each(FOREIGN)('the response %s of a portal is no success', async (_, status, headers, body) => {
    const url = await serve((_, response) => response.writeHead(status, headers).end(body))
    const response = await fetchFromBackend(url + path, init)
    expect(response.status).toBe(502)
  })

  test('a redirect to a page is no success', async () => {
    const url = await serve(({ url: asked }, response) =>
      asked === '/portal'
        ? response.writeHead(200, { ...JSON_TYPE, 'content-range': '*/*' }).end('[]')
        : response.writeHead(302, { location: '/portal' }).end(),
    )
    await expect(fetchFromBackend(url + path, init)).rejects.toThrow(TypeError)
  })
})

test.each([
  ['/auth/v1/recover', {}, ''],
  ['/auth/v1/resend', JSON_TYPE, '[]'],
  ['/auth/v1/verify', { 'content-type': 'text/html' }, '<h1>Sign in'],
  ['/auth/v1/logout?scope=others', JSON_TYPE, '{}'],
])('a portal’s 200 to %s is no success', async (path, headers, body) => {
  const url = await serve((_, response) => response.writeHead(200, headers).end(body))
  expect((await fetchFromBackend(url + path, { method: 'POST' })).status).toBe(502)
})

test.each([
  ['an insert without rows', '/rest/v1/films', 'POST', MINIMAL, 201, { 'content-range': '*/*' }, ''],
  ['an upsert that only merged', '/rest/v1/films', 'POST', MINIMAL, 200, { 'content-range': '*/1' }, ''],
  ['a change without rows', '/rest/v1/films', 'PATCH', MINIMAL, 204, { 'content-range': '0-0/*' }, ''],
  ['a call of a void function', '/rest/v1/rpc/restore', 'POST', {}, 204, { 'content-range': '0-0/*' }, ''],
  ['a page of rows', '/rest/v1/films', 'GET', {}, 206, { 'content-range': '0-9/99', ...JSON_TYPE }, '[1]'],
  ['a sign-out', '/auth/v1/logout', 'POST', {}, 204, {}, ''],
  ['a mail that was sent', '/auth/v1/recover', 'POST', {}, 200, JSON_TYPE, '{}'],
])('%s of PostgREST or GoTrue is a success', async (_, path, method, sent, status, headers, body) => {
  const url = await serve((_, response) => response.writeHead(status, headers).end(body))
  const response = await fetchFromBackend(url + path, { method, headers: sent })
  expect([response.status, await response.text()]).toEqual([status, body])
})

test('rows whose body is empty fail when they are read', async () => {
  const headers = { 'content-range': '0-0/*', ...JSON_TYPE }
  const url = await serve((_, response) => response.writeHead(200, headers).end())
  const response = await fetchFromBackend(`${url}/rest/v1/films`)
  await expect(response.text()).rejects.toThrow('The response has no body.')
})
