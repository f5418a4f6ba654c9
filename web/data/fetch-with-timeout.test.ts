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
