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

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an answer that stays silent after its headers is given up', async () => {
  const url = await serve((_, answer) => answer.writeHead(200).write('[{"id":'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = await fetchWithTimeout(url)
  const body = answer.text()
  const failure = expect(body).rejects.toThrow('No answer came.')
  await vi.advanceTimersByTimeAsync(30_000)
  await failure
})

test('an answer that comes slowly, piece by piece, is read to its end', async () => {
  const pieces = Promise.withResolvers<(piece: string | null) => void>()
  const url = await serve((_, answer) => {
    answer.writeHead(200).flushHeaders()
    pieces.resolve((piece) => (piece === null ? answer.end() : answer.write(piece)))
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = await fetchWithTimeout(url)
  const reader = answer.body?.getReader()
  const write = await pieces.promise
  for (const piece of ['one', 'two', 'three']) {
    await vi.advanceTimersByTimeAsync(20_000)
    write(piece)
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(piece)
  }
  write(null)
  expect((await reader?.read())?.done).toBe(true)
  expect(vi.getTimerCount(), 'nothing is left to give up').toBe(0)
})

test.each([
  ['a page', 403, 'text/html', '<h1>Forbidden', 502],
  ['nothing', 404, 'text/plain', '', 502],
  ['a list', 404, 'application/json', '[]', 502],
  ['another’s JSON', 401, 'application/json', '{"message":"Unauthorized"}', 502],
  ['a number for a code', 403, 'application/json', '{"code":403}', 502],
  ['the refusal of a table', 403, 'application/json', '{"code":"42501","message":"No"}', 403],
  ['the refusal of an account', 400, 'application/json', '{"code":400,"error_code":"bad_jwt"}', 400],
  ['a failure', 500, 'text/html', '<h1>Out of order', 500],
])('%s is told from the backend’s own: %i', async (_, status, type, body, expected) => {
  const url = await serve((_, answer) => answer.writeHead(status, { 'content-type': type }).end(body))
  const answer = await fetchWithTimeout(url)
  expect([answer.status, await answer.text()]).toEqual([expected, body])
})

test('what HEAD refuses is told by its type', async () => {
  let type = 'application/json; charset=utf-8'
  const url = await serve((_, answer) => answer.writeHead(403, { 'content-type': type }).end())
  expect((await fetchWithTimeout(url, { method: 'HEAD' })).status).toBe(403)
  type = 'text/html'
  expect((await fetchWithTimeout(url, { method: 'HEAD' })).status).toBe(502)
})
