import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { startLifecycle } from '../../../server/http/lifecycle.ts'
import { openSite } from '../../../server/site.ts'
import { signIn, signUp } from '../../support/people/account-client.ts'
import { newPerson, visitor } from '../../support/people/people.ts'
import { freePort } from '../../support/site/programs.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES, type Engine, newTestDatabase } from '../../support/site/test-database.ts'

/** A server that also serves its metrics. */
async function startSiteWithMetrics(engine: Engine, settings: Record<string, string> = {}) {
  const port = await freePort()
  const server = await startServer(engine, { METRICS_PORT: String(port), ...settings })
  return { ...server, metrics: `http://127.0.0.1:${port}/metrics` }
}

/** Returns the metrics by name and labels, as `name{label="value"}`. */
async function readMetrics(metrics: string): Promise<Record<string, number>> {
  const text = await (await fetch(metrics)).text()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(.*) (\S+)$/.exec(line) ?? []
      return [name, Number(value)]
    }),
  )
}

/** Blocks the database until the returned function is called. */
async function blockDatabase({ db }: TestServer): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  const connections = db.engine === 'pglite' ? 1 : 10
  const held = Array.from({ length: connections }, () => {
    const begun = Promise.withResolvers<void>()
    const ended = db.transaction(async (tx) => {
      await tx.query('select 1')
      begun.resolve()
      await released.promise
    })
    return { begun: begun.promise, ended }
  })
  await Promise.all(held.map(({ begun }) => begun))
  return async () => {
    released.resolve()
    await Promise.all(held.map(({ ended }) => ended))
  }
}

describe.each(ENGINES)('health checks and metrics on %s', (engine) => {
  let server: Awaited<ReturnType<typeof startSiteWithMetrics>>
  let backups: string
  beforeAll(async () => {
    backups = mkdtempSync(path.join(tmpdir(), 'criterion-backups-'))
    server = await startSiteWithMetrics(engine, { BACKUP_DIR: backups })
  })
  afterAll(async () => {
    await server?.close()
    rmSync(backups, { recursive: true })
  })

  const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })

  test('the site is healthy and ready while its database responds', async () => {
    const health = await get('/health')
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok', version: expect.any(String) }])
    const ready = await get('/ready')
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
    expect(ready.headers.get('cache-control')).toBe('no-store')
  })

  test('the site reports within seconds that its database is unavailable, and that it is available again', async () => {
    const release = await blockDatabase(server)
    const start = performance.now()
    const [figures, ...responses] = await Promise.all([
      readMetrics(server.metrics),
      ...['/health', '/ready', '/health'].map((path) => get(path)),
    ]).finally(release)
    expect(performance.now() - start).toBeLessThan(10_000)
    for (const response of responses) {
      expect([response.status, await response.json()]).toEqual([503, { status: 'database' }])
      expect(response.headers.get('retry-after')).toBe('2')
    }
    expect(figures).toMatchObject({ database_up: 0 })
    await expect.poll(() => readMetrics(server.metrics)).toMatchObject({ database_up: 1 })
    for (const path of ['/health', '/ready'])
      await expect.poll(async () => (await get(path)).status).toBe(200)
  })

  test('the metrics count and time requests by route', async () => {
    const { client } = visitor(server)
    const hits = 'cache_requests_total{cache="answers",result="hit"}'
    const before = (await readMetrics(server.metrics))[hits] ?? 0
    // The fast path serves the second and third request.
    for (let time = 0; time < 3; time++) await client.from('films').select('spine').limit(2).throwOnError()
    for (const path of ['', '/']) {
      const document = await fetch(`${server.url}/rest/v1${path}?apikey=${server.key}`)
      await document.arrayBuffer()
    }
    const figures = await readMetrics(server.metrics)
    expect(figures['http_requests_total{method="GET",route="/rest/v1",status="200"}']).toBe(2)
    const labels = 'method="GET",route="/rest/v1/films",status='
    expect(figures[`http_requests_total{${labels}"200"}`]).toBe(3)
    expect(figures[`http_request_duration_seconds_count{${labels}"2xx"}`]).toBe(3)
    expect(figures[`http_request_duration_seconds_bucket{le="10",${labels}"2xx"}`]).toBe(3)
    expect((figures[hits] ?? 0) - before).toBe(2)
  })

  test('the metrics contain no labels chosen by a caller', async () => {
    const odd = 'oddity'
    const paths = ['rest/v1/', 'rest/v1/rpc/', 'auth/v1/', '', 'assets/', 'admin/', 'rest/v1/films?'].map(
      (path) => `/${path}${odd}`,
    )
    const tries = paths.flatMap((path) =>
      ['GET', 'POST', 'OPTIONS', 'DELETE'].map((method) => [path, method]),
    )
    for (const [path, method] of tries) {
      const response = await fetch(`${server.url}${path}`, { method: method ?? '', redirect: 'manual' })
      await response.arrayBuffer()
    }
    const text = await (await fetch(server.metrics)).text()
    expect(text).not.toContain(odd)
    const routes = new Set(text.match(/(?<=route=")[^"]+/g))
    expect(routes).toContain('unknown')
    expect(routes).toContain('/:username')
    expect(routes).toContain('/rest/v1/unknown')
  })

  test('the metrics cover the database, the memory, the event loop and the caches', async () => {
    const before = await readMetrics(server.metrics)
    const { client } = await newPerson(server, 'measured')
    for (const _ of [1, 2, 3]) await client.from('films').select('spine').limit(1).throwOnError()
    const after = await readMetrics(server.metrics)
    const rise = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
    expect(rise('database_duration_seconds_count')).toBeGreaterThanOrEqual(3)
    expect(rise('cache_requests_total{cache="tokens",result="hit"}')).toBe(2)
    expect(rise('cache_requests_total{cache="tokens",result="miss"}')).toBe(1)
    expect(after.process_resident_memory_bytes).toBeGreaterThan(1e7)
    expect(after.nodejs_eventloop_lag_p99_seconds).toBeGreaterThan(0)
    await expect
      .poll(async () => (await readMetrics(server.metrics)).database_size_bytes)
      .toBeGreaterThan(1e6)
    expect(after.database_calls_in_flight).toBeGreaterThanOrEqual(0)
    expect(after[`app_info{version="${readConfig({}).version}",engine="${engine}"}`]).toBe(1)
    if (engine === 'pglite') expect(after.data_folder_free_bytes).toBeGreaterThan(0)
  })

  test('the metrics contain the time of the last backup', async () => {
    expect(await readMetrics(server.metrics)).toMatchObject({ backup_newest_timestamp_seconds: 0 })
    for (const day of ['2026-01-02', '2026-01-03']) {
      writeFileSync(path.join(backups, `scheduled-${day}T04-05-06.000Z.jsonl.gz`), '')
    }
    const newest = Date.parse('2026-01-03T04:05:06Z') / 1000
    expect(await readMetrics(server.metrics)).toMatchObject({ backup_newest_timestamp_seconds: newest })
  })

  test('the metrics count sign-ins by result', async () => {
    await signUp(server, 'counted')
    await signIn(server, 'counted')
    await expect(signIn(server, 'counted', 'not the password')).rejects.toThrow()
    const figures = await readMetrics(server.metrics)
    expect(figures['sign_ins_total{grant="password",result="ok"}']).toBeGreaterThanOrEqual(1)
    expect(figures['sign_ins_total{grant="password",result="invalid_credentials"}']).toBeGreaterThanOrEqual(1)
  })

  test('the site’s port does not serve the metrics', async () => {
    const response = await fetch(`${server.url}/metrics`, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(await response.text()).not.toContain('http_requests_total')
    expect((await fetch(new URL('/', server.metrics))).status).toBe(404)
  })

  test('each request gets a new id, whatever id a visitor sends', async () => {
    const given = '0123456789abcdef'
    const ids = [
      (await get('/', { 'x-request-id': given })).headers.get('x-request-id'),
      (await get('/rest/v1/films', { 'x-request-id': given })).headers.get('x-request-id'),
      (await get('/auth/v1/user')).headers.get('x-request-id'),
      (await get('/%zz')).headers.get('x-request-id'),
    ]
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })
})

describe('a site behind a proxy', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer('pglite', { TRUST_PROXY: '127.0.0.1' })
  })
  afterAll(() => server?.close())

  const idOf = async (given: string) =>
    (await fetch(`${server.url}/config.json`, { headers: { 'x-request-id': given } })).headers.get(
      'x-request-id',
    )

  test('a site behind a proxy uses the proxy’s request id', async () => {
    expect(await idOf('0f8fad5bd9cb469fa16570867728950e')).toBe('0f8fad5bd9cb469fa16570867728950e')
  })

  test('a request id is trusted only from the proxy’s address', async () => {
    const addressFor = async (from: string) => {
      const settings = await settingsFor(from, {
        host: 'inside',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'films.example',
      })
      return /"supabaseUrl":"([^"]+)"/.exec(settings)?.[1]
    }
    for (let time = 0; time < 2; time++) {
      expect(await addressFor('127.0.0.3')).toBe('http://inside')
      expect(await addressFor('127.0.0.1')).toBe('https://films.example')
    }
  })

  function settingsFor(from: string, headers: Record<string, string>): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request(`${server.url}/config.json`, { localAddress: from, headers }, async (response) => {
        let settings = ''
        for await (const chunk of response.setEncoding('utf8')) settings += chunk
        resolve(settings)
      })
      sent.on('error', reject).end()
    })
  }

  test('a request id with unusual characters is ignored', async () => {
    for (const given of ['short', 'anna@example.org', '{"level":"fatal"}', 'x'.repeat(65), 'two, of them']) {
      expect(await idOf(given)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    }
  })
})

test('a stopping server is healthy but not ready, and its metrics end with it', async () => {
  const database = await newTestDatabase('pglite')
  const metricsPort = await freePort()
  const config = readConfig({ ...database.env, LOG_LEVEL: 'fatal', METRICS_PORT: String(metricsPort) })
  const db = await openSite(config)
  const lifecycle = startLifecycle()
  const app = await buildApp(config, db, lifecycle)
  lifecycle.beginStop()
  const ready = await app.inject('/ready')
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'stopping' }])
  expect(ready.headers['retry-after']).toBeDefined()
  expect((await app.inject('/health')).statusCode).toBe(200)

  const metrics = `http://127.0.0.1:${metricsPort}/metrics`
  await expect.poll(() => readMetrics(metrics)).toMatchObject({ database_up: 1 })
  await app.close()
  const refused = await new Promise((resolve) => {
    connect(metricsPort, '127.0.0.1').once('error', resolve)
  })
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' })
  await db.close()
  await database.remove()
})

test('metrics are served only on METRICS_PORT', () => {
  expect(readConfig({}).metrics).toBeUndefined()
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' })
  expect(() => readConfig({ PORT: '3000', METRICS_PORT: '3000' })).toThrow(/METRICS_PORT is 3000, as PORT is/)
})
