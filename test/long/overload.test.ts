import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { median, percentile } from '../support/report.ts'
import { startSite, stopProcess } from '../support/site/programs.ts'
import { ENGINES, newTestDatabase, type TestDatabase } from '../support/site/test-database.ts'

const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 2)
const SENDERS = 400
const HEAVY = '/rest/v1/films?select=*&search=ilike.*a*&order=director.asc,spine.asc&limit=100'
const LIGHT = '/rest/v1/films?select=spine&limit=1'

interface TimedResponse {
  status: number
  retryAfter: string | undefined
  ms: number
}

describe.each(ENGINES)('overload on %s', (engine) => {
  let database: TestDatabase
  let site: Awaited<ReturnType<typeof startSite>>
  let key: string
  const crowd = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  /** A client that is connected before the load begins, as a proxy is. */
  const others = new Agent({ keepAlive: true, maxSockets: 1 })

  beforeAll(async () => {
    database = await newTestDatabase(engine)
    site = await startSite({ ...database.env, TRUST_PROXY: 'loopback' })
    key = ((await (await fetch(`${site.url}/config.json`)).json()) as { supabaseKey: string }).supabaseKey
    await ask('/health', '10.9.9.9', others)
  })

  afterAll(async () => {
    crowd.destroy()
    others.destroy()
    if (site) await stopProcess(site.child)
    await database?.remove()
  })

  let asked = 0

  async function ask(path: string, visitor: string, agent = crowd): Promise<TimedResponse> {
    const start = performance.now()
    const sent = get(`${site.url}${other(path)}`, {
      agent,
      headers: { apikey: key, 'x-forwarded-for': visitor },
    })
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return {
      status: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'],
      ms: performance.now() - start,
    }
  }

  /** Unique requests, because repeated ones come from the cache. */
  const other = (path: string) => (path.startsWith('/rest/') ? `${path}&spine=neq.-${++asked}` : path)

  /** Sends requests over many connections without pause until the given work is done. */
  async function whileOverloaded<T>(
    path: string,
    visitorOf: (sender: number) => string,
    work: () => Promise<T>,
  ) {
    const responses: TimedResponse[] = []
    let isOver = false
    // All clients connect before the first sends a request.
    await Promise.all(Array.from({ length: SENDERS }, () => ask('/config.json', '10.0.0.0')))
    const senders = Array.from({ length: SENDERS }, async (_, sender) => {
      while (!isOver) {
        const response = await ask(path, visitorOf(sender))
        responses.push(response)
        // Without a pause, refused requests would use up the machine, which the senders share.
        if (response.status === 503) await pause(500)
      }
    })
    const result = await work()
    isOver = true
    await Promise.all(senders)
    return { responses, result }
  }

  test('excess requests are refused quickly, and admitted ones are served in bounded time', async () => {
    const { responses, result: probes } = await whileOverloaded(
      HEAVY,
      (sender) => `10.0.${sender >> 8}.${sender & 255}`,
      async () => {
        const found: TimedResponse[] = []
        for (const stop = Date.now() + SECONDS * 1000; Date.now() < stop; await pause(100)) {
          found.push(await ask('/health', '10.9.9.9', others))
        }
        return found
      },
    )
    const served = responses.filter(({ status }) => status === 200)
    const refused = responses.filter(({ status }) => status === 503)
    const times = (of: TimedResponse[]) => of.map(({ ms }) => ms)
    console.log(
      `${engine}, ${SENDERS} at once: ${served.length} served, p99 ${percentile(times(served), 0.99).toFixed(0)} ms; ` +
        `${refused.length} turned away, median ${median(times(refused)).toFixed(0)} ms; ` +
        `health, slowest ${Math.max(...times(probes)).toFixed(0)} ms`,
    )
    expect(served.length + refused.length).toBe(responses.length)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
    expect(median(times(refused))).toBeLessThan(median(times(served)))
    expect(probes.every(({ status }) => status === 200)).toBe(true)
  })

  test('an overload by one visitor leaves slots for others', async () => {
    const { responses, result: served } = await whileOverloaded(
      LIGHT,
      () => '10.1.1.1',
      async () => {
        const found: TimedResponse[] = []
        for (let visitor = 0; visitor < 20; visitor++)
          found.push(await ask(LIGHT, `10.2.0.${visitor}`, others))
        return found
      },
    )
    expect(responses.some(({ status }) => status === 503)).toBe(true)
    expect(served.map(({ status }) => status)).toEqual(served.map(() => 200))
  })

  test('an overload of sign-ins does not delay reads', async () => {
    let attempts = 0
    let isOver = false
    async function signIn(): Promise<Omit<TimedResponse, 'ms'>> {
      const visitor = ++attempts
      const sent = request(`${site.url}/auth/v1/token?grant_type=password`, {
        agent: crowd,
        method: 'POST',
        headers: {
          apikey: key,
          'content-type': 'application/json',
          'x-forwarded-for': `10.${3 + (visitor >> 16)}.${(visitor >> 8) & 255}.${visitor & 255}`,
        },
      })
      sent.end(JSON.stringify({ email: `person-${visitor}@example.org`, password: 'a wrong guess' }))
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      response.resume()
      await once(response, 'end')
      return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }
    }
    const responses: Omit<TimedResponse, 'ms'>[] = []
    const senders = Array.from({ length: 130 }, async () => {
      while (!isOver) {
        const response = await signIn()
        responses.push(response)
        if (response.status === 503) await pause(500)
      }
    })
    // By now each request waits or has been refused.
    await expect.poll(() => responses.length, { timeout: 60_000 }).toBeGreaterThan(100)
    const reads: number[] = []
    for (let visitor = 0; visitor < 40; visitor++)
      reads.push((await ask(LIGHT, `10.2.1.${visitor}`, others)).status)
    isOver = true
    await Promise.all(senders)
    expect(reads).toEqual(reads.map(() => 200))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400, 503]))
    expect(responses.every(({ status, retryAfter }) => status === 400 || Number(retryAfter) > 0)).toBe(true)
  }, 120_000)

  test('requests whose clients have disconnected release their slots', async () => {
    for (let round = 0; round < 3; round++) {
      const gone = Array.from({ length: 300 }, () => {
        const sent = request(`${site.url}${other(HEAVY)}`, { headers: { apikey: key } })
        sent.on('error', () => {})
        sent.end()
        return sent
      })
      await Promise.all(gone.map((sent) => once(sent, 'finish')))
      for (const sent of gone) sent.destroy()
    }
    // A slot that is never released would cause permanent refusals.
    await expect
      .poll(
        async () => {
          const responses = await Promise.all(Array.from({ length: 100 }, () => ask(LIGHT, '127.0.0.1')))
          return responses.filter(({ status }) => status !== 200).length
        },
        { timeout: 30_000, interval: 200 },
      )
      .toBe(0)
  })
})
