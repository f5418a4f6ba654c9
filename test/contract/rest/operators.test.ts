import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runAsMigration } from '../../support/site/run-as-migration.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

/** Columns of types that the application's schema does not have. */
const SHOPS = `
  create type public.spot as (lat numeric, long numeric);
  create table public.shops (
    id integer primary key, name text, rating integer, tags text[], shelves integer[],
    address jsonb, note json, opening int4range, spot public.spot
  );
  insert into public.shops values
    (1, 'Alpha', 5, '{dvd,used}', '{1,2,3}', '{"city": "Rome", "zip": 184, "open": [{"day": "Mon", "from": 9}]}',
      '{"kind": "shop"}', '[9,18)', '(41.9,12.5)'),
    (2, 'beta, Ltd.', 3, '{bluray}', '{2}', '{"city": "Oslo", "zip": 50, "open": []}', '{"kind": "stall"}', '[10,12)',
      '(59.9,10.7)'),
    (3, 'Gamma', null, '{dvd,bluray}', '{}', '{"city": null, "a.b": {"c,d": true}}', null, '[18,22)', null),
    (4, 'delta "D"', 4, null, null, null, null, null, null);
  create function public.shops_rated(lowest integer) returns setof public.shops
    language sql stable as 'select * from public.shops where rating >= lowest';
  grant select, update on public.shops to anon, authenticated;
  notify pgrst, 'reload schema';
`

describe.each(ENGINES)('operators on %s', (engine) => {
  let server: TestServer
  let client: SupabaseClient

  beforeAll(async () => {
    server = await startServer(engine)
    await runAsMigration(server.db, SHOPS)
    client = createClient(server.url, server.key, { auth: { persistSession: false } })
    await vi.waitFor(async () => expect((await client.from('shops').select()).data).toHaveLength(4), {
      timeout: 20_000,
    })
  })
  afterAll(() => server.close())

  const shops = () => client.from('shops').select('id').order('id')

  async function ids(query: PromiseLike<{ data: unknown; error: unknown }>) {
    const { data, error } = await query
    expect(error).toBe(null)
    return (data as { id: number }[]).map(({ id }) => id)
  }

  const read = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/rest/v1/${query}`, { headers: { apikey: server.key, ...headers } })

  test('cs, cd and ov compare arrays, JSON and ranges', async () => {
    expect(await ids(shops().contains('tags', ['dvd']))).toEqual([1, 3])
    expect(await ids(shops().containedBy('tags', ['bluray', 'laserdisc']))).toEqual([2])
    expect(await ids(shops().overlaps('tags', ['bluray', 'used']))).toEqual([1, 2, 3])
    expect(await ids(shops().overlaps('shelves', [3, 4]))).toEqual([1])
    expect(await ids(shops().contains('address', { city: 'Rome' }))).toEqual([1])
    expect(await ids(shops().containedBy('address', { city: 'Oslo', zip: 50, open: [], more: 1 }))).toEqual([
      2,
    ])
    expect(await ids(shops().contains('opening', '[10,11)'))).toEqual([1, 2])
    expect(await ids(shops().overlaps('opening', '[11,19)'))).toEqual([1, 2, 3])
    expect(await ids(shops().not('tags', 'cs', '{dvd}'))).toEqual([2])
    expect(await ids(shops().or('tags.cs.{bluray,dvd},shelves.cd.{2}'))).toEqual([2, 3])
  })

  test('sl, sr, nxl, nxr and adj compare the positions of ranges', async () => {
    expect(await ids(shops().rangeLt('opening', '[15,17)'))).toEqual([2])
    expect(await ids(shops().rangeGt('opening', '[9,13)'))).toEqual([3])
    expect(await ids(shops().rangeLte('opening', '[9,18)'))).toEqual([1, 2])
    expect(await ids(shops().rangeGte('opening', '[10,18)'))).toEqual([2, 3])
    expect(await ids(shops().rangeAdjacent('opening', '[12,18)'))).toEqual([2, 3])
  })

  test('isdistinct treats two nulls as equal', async () => {
    expect(await ids(shops().isDistinct('rating', 5))).toEqual([2, 3, 4])
    expect(await ids(shops().not('rating', 'isdistinct', 5))).toEqual([1])
    expect(await ids(shops().neq('rating', 5))).toEqual([2, 4])
  })

  test('any and all apply an operator to several values', async () => {
    expect(await ids(shops().likeAnyOf('name', ['%a', 'b%']))).toEqual([1, 2, 3])
    expect(await ids(shops().likeAllOf('name', ['%a', 'A%']))).toEqual([1])
    expect(await ids(shops().ilikeAnyOf('name', ['B%', 'D*']))).toEqual([2, 4])
    expect(await ids(shops().ilikeAllOf('name', ['%A', '%M%']))).toEqual([3])
    expect(await ids(shops().filter('rating', 'eq(any)', '{3,4}'))).toEqual([2, 4])
    expect(await ids(shops().filter('rating', 'gte(all)', '{3,4}'))).toEqual([1, 4])
    expect(await ids(shops().filter('name', 'eq(any)', '{"beta, Ltd.",Gamma}'))).toEqual([2, 3])
    expect(await ids(shops().not('rating', 'lt(any)', '{4,5}'))).toEqual([1])
    expect(await ids(shops().or('rating.eq(any).{3,4},name.like(all).{G*,*a}'))).toEqual([2, 3, 4])
  })

  test('is and not.is match null and not null', async () => {
    expect(await ids(shops().filter('rating', 'is', 'not_null'))).toEqual([1, 2, 4])
    expect(await ids(shops().not('rating', 'is', null))).toEqual([1, 2, 4])
    expect(await ids(shops().filter('rating', 'not.is', 'not_null'))).toEqual([3])
  })

  test('operators filter the rows of a function and the rows of a write', async () => {
    expect(
      await ids(client.rpc('shops_rated', { lowest: 3 }).contains('tags', ['dvd']).select('id')),
    ).toEqual([1])
    const called = client.rpc('shops_rated', { lowest: 3 }, { get: true }).select('id').order('id')
    expect(await ids(called.overlaps('tags', ['bluray', 'dvd']).isDistinct('rating', 3))).toEqual([1])
    const updated = client.from('shops').update({ name: 'Alpha' }).contains('shelves', [3])
    expect((await updated.select('id')).data).toEqual([{ id: 1 }])
  })

  test('match and imatch are available only on an engine that can interrupt them', async () => {
    const results = await Promise.all([
      shops().regexMatch('name', '^[A-Z]'),
      shops().regexIMatch('name', '^[BD]'),
      shops().filter('name', 'match(any)', '{^A,^d}'),
      client.from('shops').update({ rating: 5 }).regexMatch('name', '^Alpha$').select('id'),
    ])
    if (engine === 'postgres') {
      expect(results.map(({ data }) => data?.map(({ id }) => id))).toEqual([[1, 3], [2, 4], [1, 4], [1]])
      return
    }
    for (const { status, error } of results) {
      expect([status, error]).toEqual([
        400,
        {
          code: 'PGRST127',
          message: 'The embedded database does not match regular expressions',
          details: 'All other requests would wait for a match that takes long.',
          hint: 'Use like or ilike.',
        },
      ])
    }
  })

  test('a slow regular expression is cancelled after two seconds', async () => {
    if (engine === 'pglite') return
    const tied = `${'a'.repeat(3000)}b${'a'.repeat(2999)}`
    await server.db.query('update public.shops set tags = array[$1] where id = 4', [tied])
    const started = performance.now()
    const hostile = await shops().filter('tags->>0', 'match', String.raw`^(a+)(a+)(a+)(a+)(a+)b\1\2\3\4\5a$`)
    expect([hostile.status, hostile.error?.code]).toEqual([504, '57014'])
    expect(performance.now() - started).toBeLessThan(9000)
    await server.db.query('update public.shops set tags = null where id = 4')
  })

  test('operators compare JSON that is nested as deeply as an address allows', async () => {
    const deep = `${'['.repeat(7900)}${']'.repeat(7900)}`
    for (const query of [`address=cs.${deep}`, `address->open=eq.${deep}`, `name->a=gt.${deep}`]) {
      expect(await (await read(`shops?${query}`)).json()).toEqual([])
    }
    expect(await ids(shops())).toEqual([1, 2, 3, 4])
  })

  describe('paths into JSON', () => {
    const first = (select: string) => client.from('shops').select(select).eq('id', 1).single()

    test('a JSON path is selected under its last key, an alias or another type', async () => {
      const { data, error } = await first(
        'id,address->city,town:address->>city,address->zip::text,address->>zip::int,note->>kind',
      )
      expect(error).toBe(null)
      // The last of several columns with one name remains, as in PostgREST.
      expect(data).toEqual({ id: 1, city: 'Rome', town: 'Rome', zip: 184, kind: 'shop' })
      expect((await first('address->open->0->>day,address->open->-1')).data).toEqual({
        day: 'Mon',
        open: { day: 'Mon', from: 9 },
      })
      expect((await first('a:address->open,address->missing->deeper')).data).toEqual({
        a: [{ day: 'Mon', from: 9 }],
        deeper: null,
      })
    })

    test('a JSON path leads into arrays and composite values', async () => {
      expect((await first('tags->0,last:shelves->>-1,spot->lat,long:spot->>long')).data).toEqual({
        tags: 'dvd',
        last: '3',
        lat: 41.9,
        long: '12.5',
      })
      expect(await ids(shops().filter('spot->lat', 'gt', 50))).toEqual([2])
      expect(await ids(shops().filter('tags->>0', 'eq', 'dvd'))).toEqual([1, 3])
    })

    test('a JSON path accepts quoted keys', async () => {
      const third = client.from('shops').select('address->"a.b"->"c,d"').eq('id', 3).single()
      expect(await third).toMatchObject({ error: null, data: { 'c,d': true } })
      expect(await ids(shops().filter('address->"a.b"->>"c,d"', 'eq', 'true'))).toEqual([3])
      const hostile = `address->>x'); drop table public.shops; --`
      expect((await shops().filter(hostile, 'is', null)).status).toBe(400)
      expect(
        await ids(shops().filter(`address->>"x'); drop table public.shops; --"`, 'is', null)),
      ).toHaveLength(4)
    })

    test('a JSON path filters rows', async () => {
      expect(await ids(shops().eq('address->>city', 'Rome'))).toEqual([1])
      expect(await ids(shops().gt('address->zip', 100))).toEqual([1])
      expect(await ids(shops().in('address->>city', ['Rome', 'Oslo']))).toEqual([1, 2])
      expect(await ids(shops().is('address->>city', null))).toEqual([3, 4])
      expect(await ids(shops().not('note->>kind', 'like', 's*p'))).toEqual([2])
      expect(await ids(shops().contains('address->open', '[{"day": "Mon"}]'))).toEqual([1])
      expect(
        await ids(shops().or('address->>city.eq.Oslo,and(address->zip.gt.100,note->>kind.eq.shop)')),
      ).toEqual([1, 2])
      const called = client.rpc('shops_rated', { lowest: 3 }, { get: true }).select('id').order('id')
      expect(await ids(called.filter('address->zip', 'lt', 100))).toEqual([2])
    })

    test('a JSON path orders rows and works as a cursor', async () => {
      const ordered = () => client.from('shops').select('id')
      expect(await ids(ordered().order('address->>city', { nullsFirst: true }).order('id'))).toEqual([
        3, 4, 2, 1,
      ])
      expect(
        await ids(ordered().order('address->zip', { ascending: false, nullsFirst: false }).order('id')),
      ).toEqual([1, 2, 3, 4])
      const behind = ordered().or('address->>city.gt.Oslo,and(address->>city.eq.Oslo,id.gt.2)')
      expect(await ids(behind.order('address->>city').order('id'))).toEqual([1])
    })

    test('a JSON path appears in CSV and in the rows returned by a write', async () => {
      const csv = await client
        .from('shops')
        .select('id,address->>city,address->open')
        .lt('id', 3)
        .order('id')
        .csv()
      expect(csv.data).toBe('id,city,open\n1,Rome,"[{""day"": ""Mon"", ""from"": 9}]"\n2,Oslo,[]')
      const updated = client.from('shops').update({ rating: 3 }).eq('address->>city', 'Oslo')
      expect((await updated.select('id,address->>zip')).data).toEqual([{ id: 2, zip: '50' }])
    })

    test('rows selected by a JSON path are counted and paged like others', async () => {
      const query = client
        .from('shops')
        .select('address->>city', { count: 'exact' })
        .not('address->>city', 'is', null)
      expect(await query.order('address->>city').range(1, 1)).toMatchObject({
        data: [{ city: 'Rome' }],
        count: 2,
      })
    })
  })

  test('an operator refuses a value that it cannot parse', async () => {
    for (const [query, status, code] of [
      ['shops?rating=cs.{1}', 404, '42883'],
      ['shops?tags=cs.dvd', 400, '22P02'],
      ['shops?rating=eq(any).3', 400, '22P02'],
      ['shops?rating=eq(some).{3}', 400, 'PGRST100'],
      ['shops?rating=neq(any).{3}', 400, 'PGRST100'],
      ['shops?rating=in(any).(3)', 400, 'PGRST100'],
      ['shops?tags=cs(all).{dvd}', 400, 'PGRST100'],
      ['shops?select=nope->a', 400, '42703'],
      ['shops?nope->a=eq.1', 400, '42703'],
      ['shops?order=nope->a', 400, '42703'],
      ['shops?select=address->', 400, 'PGRST100'],
      ['shops?select=address->-a', 400, 'PGRST100'],
      ['shops?select=address->(a)', 400, 'PGRST100'],
      ['shops?select=address->a(id)', 400, 'PGRST100'],
      ['shops?select=address->zip.sum()', 400, 'PGRST123'],
      ['shops?select=address->>city->a', 404, '42883'],
      ['shops?select=address->99999999999', 400, '22003'],
      ['shops?select=address->>city::int', 400, '22P02'],
      ['shops?select=address->>city::regclass', 400, '42704'],
      ['shops?order=note->kind', 404, '42883'],
      [`shops?address=cs.${'['.repeat(5000)}`, 400, '22P02'],
      [`shops?name->a=eq.${'{"a":'.repeat(1500)}`, 400, '22P02'],
      [`shops?select=address${'->a'.repeat(100)}`, 400, '54000'],
      [`shops?order=address${'->a'.repeat(100)}`, 400, '54000'],
      [`shops?address${'->a'.repeat(100)}=is.null`, 400, '54000'],
      [`shops?name=like(any).{${'a,'.repeat(100)}a}`, 400, '54000'],
      [`shops?name=ilike(all).{${'*a*,'.repeat(30)}*a}`, 400, '54000'],
    ] as const) {
      const response = await read(query)
      expect([query, response.status, await response.json()]).toEqual([
        query,
        status,
        expect.objectContaining({ code }),
      ])
    }
  })
})
