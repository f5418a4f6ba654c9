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

/** Sends requests as they are, which `fetch` would mend or refuse; `close` ends its connections. */
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

/** What every answer keeps to: no fault of the server, none of its insides, and refusals in PostgREST's words. */
export function expectPostgrestResponse({ method }: RawRequest, { status, body }: RawResponse): void {
  expect(status).toBeLessThan(500)
  expect(body).not.toMatch(
    /json_agg|json_array_elements|as page|public\."|from public|\n\s+at |node_modules|\.ts:\d/,
  )
  // The preflight of CORS is not PostgREST's.
  if (status < 400 || method === 'HEAD' || method === 'OPTIONS') return
  const refusal = JSON.parse(body) as Record<string, unknown>
  expect(Object.keys(refusal)).toEqual(['code', 'message', 'details', 'hint'])
  expect([typeof refusal.code, typeof refusal.message]).toEqual(['string', 'string'])
  // SQL that does not parse would be of the server's making, or an injection.
  expect(refusal.code).not.toBe('42601')
}

/** How often answers had each status; were nearly all refused, or nearly none, the requests would test little. */
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
