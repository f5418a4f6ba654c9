import http from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HostileRequest, hostileRequest } from './hostile-requests.ts'
import { ENGINES } from './place.ts'
import { startServer, type TestServer } from './server.ts'

const RUNS = 5000

interface Answer {
  status: number
  type: string
  body: string
}

describe.each(ENGINES)('hostile queries on %s', (engine) => {
  let server: TestServer
  const agent = new http.Agent({ keepAlive: true })
  beforeAll(async () => {
    server = await startServer(engine)
  })
  afterAll(async () => {
    agent.destroy()
    await server.close()
  })

  function send(hostile: HostileRequest): Promise<Answer> {
    const { method, path, headers } = hostile
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      const request = http.request(
        { hostname, port, method, path, agent, headers: { apikey: server.key, ...headers } },
        (response) => {
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
        },
      )
      request.on('error', reject)
      request.end()
    })
  }

  test('are answered or refused in PostgREST’s words, and never more than that', async () => {
    const before = await server.db.query(
      'select count(*)::int as films, sum(spine)::int as spines from public.films',
    )
    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(hostileRequest, async (request) => {
        const answer = await send(request)
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        holds(request, answer)
      }),
      { numRuns: RUNS, endOnFailure: false },
    )
    expect(
      await server.db.query('select count(*)::int as films, sum(spine)::int as spines from public.films'),
    ).toEqual(before)
    // Were nearly all refused, or nearly none, the requests would test little.
    const count = (from: number, to: number) =>
      [...statuses].reduce((sum, [status, times]) => (status >= from && status < to ? sum + times : sum), 0)
    expect(count(200, 300)).toBeGreaterThan(RUNS / 10)
    expect(count(400, 500)).toBeGreaterThan(RUNS / 10)
  }, 300_000)
})

function holds({ method, path }: HostileRequest, { status, type, body }: Answer): void {
  expect(status).toBeLessThan(500)
  expect(body).not.toMatch(/json_agg|as page|public\."|from public|\n\s+at |node_modules|\.ts:\d/)
  // The preflight of CORS is not PostgREST's.
  if (method === 'HEAD' || method === 'OPTIONS') return
  if (status >= 400) {
    const refusal = JSON.parse(body) as Record<string, unknown>
    expect(Object.keys(refusal)).toEqual(['code', 'message', 'details', 'hint'])
    expect([typeof refusal.code, typeof refusal.message]).toEqual(['string', 'string'])
    // SQL that does not parse would be of the server's making, or an injection.
    expect(refusal.code).not.toBe('42601')
    return
  }
  expect(path).toMatch(/^\/rest\/v1\/(films|%66ilms)\?/)
  if (!type.startsWith('application/json')) return
  const rows = JSON.parse(body) as unknown[]
  expect(Array.isArray(rows)).toBe(true)
  expect(rows.length).toBeLessThanOrEqual(1000)
}
