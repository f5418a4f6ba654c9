import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchWithTimeout } from './fetch-with-timeout.ts'

const stops: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
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

test('a response that sends nothing after its headers times out', async () => {
  const url = await serve((_, response) => response.writeHead(200).write('[{"id":'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const response = await fetchWithTimeout(url)
  const body = response.text()
  const failure = expect(body).rejects.toThrow('The server did not respond in time.')
  await vi.advanceTimersByTimeAsync(30_000)
  await failure
})

test('a slow response is read to its end', async () => {
  const pieces = Promise.withResolvers<(piece: string | null) => void>()
  const url = await serve((_, response) => {
    response.writeHead(200).flushHeaders()
    pieces.resolve((piece) => (piece === null ? response.end() : response.write(piece)))
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const response = await fetchWithTimeout(url)
  const reader = response.body?.getReader()
  const write = await pieces.promise
  for (const piece of ['one', 'two', 'three']) {
    await vi.advanceTimersByTimeAsync(20_000)
    write(piece)
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(piece)
  }
  write(null)
  expect((await reader?.read())?.done).toBe(true)
  expect(vi.getTimerCount(), 'the timeout has ended').toBe(0)
})

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
    const response = await fetchWithTimeout(url)
    expect([response.status, await response.text()]).toEqual([expected, body])
  },
)

test('an error of the backend to HEAD is recognised by its content type', async () => {
  let type = 'application/json; charset=utf-8'
  const url = await serve((_, response) => response.writeHead(403, { 'content-type': type }).end())
  expect((await fetchWithTimeout(url, { method: 'HEAD' })).status).toBe(403)
  type = 'text/html'
  expect((await fetchWithTimeout(url, { method: 'HEAD' })).status).toBe(502)
})
