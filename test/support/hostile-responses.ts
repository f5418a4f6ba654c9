import http from 'node:http'
import { expect } from 'vitest'
import type { TestServer } from './site/server.ts'

export interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | undefined
}

interface RawResponse {
  status: number
  type: string
  body: string
}

/** Sends requests unchanged; `fetch` would correct or refuse some. `close` ends the connections. */
export function openRawClient({ url, key }: TestServer): {
  send: (raw: RawRequest) => Promise<RawResponse>
  close: () => void
} {
  const agent = new http.Agent({ keepAlive: true })
  const { hostname, port } = new URL(url)
  const send = ({ method, path, headers, body }: RawRequest) =>
    new Promise<RawResponse>((resolve, reject) => {
      const options = { hostname, port, method, path, agent, headers: { apikey: key, ...headers } }
      const request = http.request(options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            body: Buffer.concat(chunks).toString(),
          }),
        )
      })
      request.on('error', reject)
      request.end(body)
    })
  return { send, close: () => agent.destroy() }
}

/** Expects no server error, no internals in the response, and refusals in PostgREST's format. */
export function expectPostgrestResponse({ method }: RawRequest, { status, body }: RawResponse): void {
  expect(status).toBeLessThan(500)
  expect(body).not.toMatch(
    /json_agg|json_array_elements|as page|public\."|from public|\n\s+at |node_modules|\.ts:\d/,
  )
  // CORS preflights are not in PostgREST's format.
  if (status < 400 || method === 'HEAD' || method === 'OPTIONS') return
  const refusal = JSON.parse(body) as Record<string, unknown>
  expect(Object.keys(refusal)).toEqual(['code', 'message', 'details', 'hint'])
  expect([typeof refusal.code, typeof refusal.message]).toEqual(['string', 'string'])
  // A syntax error would mean that the server built invalid SQL, or an injection.
  expect(refusal.code).not.toBe('42601')
}

/** Counts the statuses of responses. Requests that nearly all succeed or nearly all fail would test little. */
export class StatusTally {
  readonly #statuses = new Map<number, number>()

  add(status: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  expectSuccessesAndRefusals(runs: number): void {
    expect(this.#count(200, 300)).toBeGreaterThan(runs / 10)
    expect(this.#count(400, 500)).toBeGreaterThan(runs / 10)
  }

  #count(from: number, to: number): number {
    return [...this.#statuses].reduce(
      (sum, [status, times]) => (status >= from && status < to ? sum + times : sum),
      0,
    )
  }
}
