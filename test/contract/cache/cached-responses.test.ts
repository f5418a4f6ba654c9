import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openResponseStore, type ResponseStore } from '../../../server/response-cache/store.ts'
import {
  cacheCounts,
  notificationsDelivered,
  sendToRest,
  updateWithoutNotification,
} from '../../support/cache-requests.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const PAGE = 'films?select=*&order=spine&limit=50'

describe.each(ENGINES)('cached responses on %s', (engine) => {
  let server: TestServer
  let ada: Person
  let olga: Person
  beforeAll(async () => {
    server = await startServer(engine)
    ada = await newPerson(server, 'ada', 'admin')
    olga = await newPerson(server, 'olga')
  })
  afterAll(() => server?.close())

  /** Sends each request twice, so that the fast path is used, and returns how many responses were computed. */
  async function countComputed(
    requests: [path: string, headers?: Record<string, string>, method?: string][],
  ) {
    const before = cacheCounts()
    for (const request of [...requests, ...requests]) {
      const { status } = await sendToRest(server, ...request)
      expect(status).toBeLessThan(300)
    }
    const { hits, misses } = cacheCounts()
    expect(hits - before.hits + misses - before.misses).toBe(2 * requests.length)
    return misses - before.misses
  }

  test('equivalent requests share one cached response', async () => {
    const query = 'films?select=title,spine&dvd=eq.true&year=gte.1950&order=year,spine&limit=7&offset=7'
    const key = { authorization: `Bearer ${server.key}` }
    expect(
      await countComputed([
        [query],
        ['films?limit=7&offset=7&order=year.asc,spine.asc&year=gte.1950&dvd=eq.true&select=title,spine'],
        [`${query}&apikey=${server.key}`],
        [query.replaceAll(',', '%2C')],
        [query, { accept: 'application/json' }],
        [query, { accept: '*/*', 'accept-profile': 'public', 'x-client-info': 'supabase-js/2' }],
        [query, key],
        [query.replace('&limit=7&offset=7', ''), { range: '7-13', 'range-unit': 'items' }],
        [query, {}, 'HEAD'],
        [query, { 'accept-encoding': 'br' }],
      ]),
    ).toBe(1)
    expect(
      await countComputed([['films?or=(spine.eq.1,spine.eq.2)'], ['films?or=(spine.eq.2,spine.eq.1)']]),
    ).toBe(1)
    expect(await countComputed([['films?spine=in.(1,2)&limit=9'], ['films?limit=9&spine=in.(2,1)']])).toBe(1)
  })

  test('different requests have different cached responses', async () => {
    const query = 'films?select=title&spine=eq.3&limit=1'
    const requests: Parameters<typeof countComputed>[0] = [
      [query],
      [query, { accept: 'text/csv' }],
      [query, { accept: 'application/vnd.pgrst.object+json' }],
      [query, { prefer: 'count=exact' }],
      [query, { range: '0-0' }],
      ['films?select=name:title&spine=eq.3&limit=1'],
      ['films?select=title&spine=not.eq.3&limit=1'],
      ['films?select=title&spine=eq.3&limit=1&order=title.desc'],
      ['films?select=title&spine=eq.3&limit=2'],
    ]
    // A range of one row is equivalent to limit=1.
    expect(await countComputed(requests)).toBe(requests.length - 1)
    const types = await Promise.all(requests.slice(0, 3).map((request) => sendToRest(server, ...request)))
    expect(types.map(({ headers }) => headers['content-type'])).toEqual([
      'application/json; charset=utf-8',
      'text/csv; charset=utf-8',
      'application/vnd.pgrst.object+json; charset=utf-8',
    ])
    const counted = await sendToRest(server, query, { prefer: 'count=exact' })
    expect([counted.headers['content-range'], counted.headers['preference-applied']]).toEqual([
      '0-0/1',
      'count=exact',
    ])
  })

  test('a cached response has its columns under the requested names', async () => {
    const headOf = async (select: string) => {
      const { body } = await sendToRest(server, `films?select=${select}&order=spine&limit=1`, {
        accept: 'text/csv',
      })
      return body.toString().split('\n')[0]
    }
    for (const select of ['title,spine', 'a:title,b:spine', 'title,spine', 'b:title,a:spine']) {
      const names = select.split(',').map((column) => column.split(':')[0])
      expect(await headOf(select)).toBe(names.join(','))
    }
  })

  test('a cached response has the same headers as the first one, except its id and date', async () => {
    for (const path of [PAGE, 'films?select=title&limit=1']) {
      for (const coding of ['identity', 'br', 'gzip']) {
        const headers = { 'accept-encoding': coding, origin: 'https://elsewhere.example' }
        const [first, second] = [
          await sendToRest(server, path, headers),
          await sendToRest(server, path, headers),
        ]
        const withoutOwn = ({ headers: { 'x-request-id': id, date, ...rest } }: typeof first) => {
          expect(id).toMatch(/^[0-9a-f-]{36}$/)
          return rest
        }
        expect(withoutOwn(second)).toEqual(withoutOwn(first))
        expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
        expect(second.body).toEqual(first.body)
        expect(second.headers).toMatchObject({
          'access-control-allow-origin': '*',
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-cache',
          vary: 'accept, accept-profile, apikey, authorization, prefer, range, range-unit, accept-encoding',
        })
      }
    }
  })

  test('a cached response has the requested encoding, and each encoding its own ETag', async () => {
    const plain = await sendToRest(server, PAGE)
    const codings: [string, string | undefined, (body: Buffer) => Buffer][] = [
      ['br', 'br', brotliDecompressSync],
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0.5, gzip;q=0.9', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0', undefined, (body) => body],
      ['deflate', undefined, (body) => body],
    ]
    for (const [accepted, coding, decode] of [...codings, ...codings]) {
      const { headers, body } = await sendToRest(server, PAGE, { 'accept-encoding': accepted })
      expect([accepted, headers['content-encoding']]).toEqual([accepted, coding])
      expect(decode(body)).toEqual(plain.body)
      expect(headers['content-length']).toBe(String(body.length))
      expect(headers.etag === plain.headers.etag).toBe(coding === undefined)
    }
  })

  test('a matching ETag returns 304', async () => {
    for (const coding of ['br', 'gzip', 'identity']) {
      const { headers } = await sendToRest(server, PAGE, { 'accept-encoding': coding })
      const etag = String(headers.etag)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        for (const method of ['GET', 'HEAD']) {
          const asked = { 'accept-encoding': coding, 'if-none-match': known }
          const unchanged = await sendToRest(server, PAGE, asked, method)
          expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
          expect(unchanged.headers).toMatchObject({ etag, vary: headers.vary, 'cache-control': 'no-cache' })
          expect(unchanged.headers['access-control-allow-origin']).toBe('*')
          expect(Object.keys(unchanged.headers).filter((name) => /^content-(?!security)/.test(name))).toEqual(
            [],
          )
        }
      }
    }
    // The fast path does not know the first request yet, and another media type is another response.
    const other = 'films?select=spine,title&order=spine&limit=60'
    const { etag = '' } = (await sendToRest(server, other)).headers
    expect((await sendToRest(server, other, { 'if-none-match': String(etag) })).status).toBe(304)
    expect(
      (await sendToRest(server, other, { 'if-none-match': String(etag), 'accept-encoding': 'br' })).status,
    ).toBe(200)
    await server.db.query(`update public.films set title = title || '!' where spine = 1`)
    expect((await sendToRest(server, other, { 'if-none-match': String(etag) })).status).toBe(200)
  })

  test('HEAD returns the headers of the cached response', async () => {
    for (const headers of [{}, { 'accept-encoding': 'br' }, { prefer: 'count=exact' }]) {
      const [head, got] = [
        await sendToRest(server, PAGE, headers, 'HEAD'),
        await sendToRest(server, PAGE, headers),
      ]
      for (const { headers } of [head, got]) for (const own of ['x-request-id', 'date']) delete headers[own]
      expect([head.status, head.headers]).toEqual([got.status, got.headers])
      expect(head.body.length).toBe(0)
    }
  })

  test('HEAD ignores Range, before and after a GET with the same Range', async () => {
    const range = { range: '0-4', 'range-unit': 'items' }
    for (const order of [
      ['HEAD', 'GET'],
      ['GET', 'HEAD'],
    ]) {
      const query = `films?select=spine&order=spine&limit=${order[0] === 'GET' ? 60 : 70}`
      for (const method of [...order, ...order]) {
        const { headers } = await sendToRest(server, query, range, method)
        const rows = method === 'GET' ? '0-4/*' : `0-${order[0] === 'GET' ? 59 : 69}/*`
        expect(headers['content-range'], method).toBe(rows)
      }
    }
  })

  test('the server neither caches responses for signed-in people nor sends them cached ones', async () => {
    const query = 'films?select=title&spine=eq.5'
    const bearer = { authorization: `Bearer ${olga.token}` }
    const [title] = JSON.parse((await sendToRest(server, query, bearer)).body.toString())
    const before = cacheCounts()
    await updateWithoutNotification(server, 5, 'Only for who asks anew')
    const own = await sendToRest(server, query, bearer)
    expect(own.body.toString()).toContain('Only for who asks anew')
    expect([own.headers.etag, own.headers['cache-control']]).toEqual([undefined, 'no-store'])
    expect(cacheCounts()).toEqual(before)
    await server.db.query('update public.films set title = $1 where spine = 5', [title.title])

    const keyed = await sendToRest(server, query)
    expect([keyed.status, (await sendToRest(server, query)).status]).toEqual([200, 200])
    for (const headers of [{ apikey: 'wrong' }, { apikey: '' }, { authorization: 'Bearer wrong' }]) {
      const refused = await sendToRest(server, query, {
        'if-none-match': String(keyed.headers.etag),
        ...headers,
      })
      expect([refused.status, refused.body.toString().includes('title')]).toEqual([401, false])
    }
  })

  test('the server does not cache responses that depend on the caller or the time', async () => {
    const before = cacheCounts()
    for (const path of [
      'profiles',
      `user_wishlist?user_id=eq.${olga.id}`,
      'film_history',
      'rpc/username_state?username=a',
    ]) {
      for (let time = 0; time < 2; time++)
        expect((await sendToRest(server, path)).headers.etag).toBeUndefined()
    }
    for (const path of ['films?select=title::date&limit=0', 'films?select=title::timestamptz&limit=0']) {
      expect((await sendToRest(server, path)).headers.etag).toBeUndefined()
    }
    expect(cacheCounts()).toEqual(before)
  })

  test('the server does not cache error responses', async () => {
    const single = { accept: 'application/vnd.pgrst.object+json' }
    const path = 'films?select=title&spine=eq.9500'
    for (let time = 0; time < 2; time++) expect((await sendToRest(server, path, single)).status).toBe(406)
    await ada.client.from('films').insert({ spine: 9500, title: 'There', director: 'D' }).throwOnError()
    expect((await sendToRest(server, path, single)).status).toBe(200)
    for (let time = 0; time < 2; time++)
      expect((await sendToRest(server, 'films?nope=eq.1')).status).toBe(400)
  })

  test('simultaneous requests compute the response once', async () => {
    // A late notification of an earlier change would make the server compute it twice.
    await notificationsDelivered(server)
    const before = cacheCounts()
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => sendToRest(server, 'films?select=id&limit=333')),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(cacheCounts().misses).toBe(before.misses + 1)
  })

  describe('a full response cache', () => {
    const body = 'x'.repeat(1_000_000)
    const cacheAll = async (store: ResponseStore, keys: string[]) => {
      for (const key of keys)
        await store.getOrMake(key, ['films'], async () => ({ status: 200, headers: {}, body }))
      return keys.map((key) => store.find(key) !== undefined)
    }
    const keys = (kind: string) => Array.from({ length: 40 }, (_, number) => `${kind} ${number}`)

    test('a response that is requested once does not displace a cached one', async () => {
      const store = await openResponseStore(server.db)
      expect(await cacheAll(store, ['first'])).toEqual([true])
      const cached = await cacheAll(store, keys('once'))
      expect([cached[0], cached[39]]).toEqual([true, false])
      expect(await cacheAll(store, ['first'])).toEqual([true])
      await store.close()
    })

    test('a response that is requested again displaces a cached one', async () => {
      const store = await openResponseStore(server.db)
      await cacheAll(store, keys('again'))
      const cached = await cacheAll(store, keys('again'))
      expect([cached[0], cached[39]]).toEqual([false, true])
      expect(cached.filter(Boolean).length).toBeLessThan(20)
      await store.close()
    })
  })
})
