import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectPostgrestResponse, openRawClient, StatusTally } from '../../support/hostile-responses.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'
import { hostileRequest } from './hostile-requests.ts'

/** Requests per engine; test/long/fuzz.test.ts sends more. */
const RUNS = 1500

describe.each(ENGINES)('hostile queries on %s', (engine) => {
  let server: TestServer
  let sender: ReturnType<typeof openRawClient>
  beforeAll(async () => {
    server = await startServer(engine)
    sender = openRawClient(server)
  })
  afterAll(async () => {
    sender.close()
    await server.close()
  })

  const films = () =>
    server.db.query('select count(*)::int as films, sum(spine)::int as spines from public.films')

  test('every generated query succeeds or fails with a PostgREST error and reveals nothing else', async () => {
    const before = await films()
    const tally = new StatusTally()
    await fc.assert(
      fc.asyncProperty(hostileRequest, async (request) => {
        const response = await sender.send(request)
        tally.add(response.status)
        expectPostgrestResponse(request, response)
        const hasRows = response.status < 400 && request.method !== 'HEAD' && request.method !== 'OPTIONS'
        // The OpenAPI document.
        if (!hasRows || /^\/rest\/v1\/+\?/.test(request.path)) return
        expect(request.path).toMatch(/^\/rest\/v1\/(films|%66ilms)\?/)
        if (!response.type.startsWith('application/json')) return
        const rows = JSON.parse(response.body) as unknown[]
        expect(Array.isArray(rows)).toBe(true)
        expect(rows.length).toBeLessThanOrEqual(1000)
      }),
      { numRuns: RUNS, endOnFailure: false },
    )
    expect(await films()).toEqual(before)
    tally.expectSuccessesAndRefusals(RUNS)
  }, 300_000)
})
