import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database as FilmsDatabase } from '../../../domain/database.types.ts'
import { signAccessToken } from '../../support/people/access-token.ts'
import { runAsMigration } from '../../support/site/run-as-migration.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

/** Objects of kinds that the application's schema does not have. */
const SAMPLES = `
  create view public.restored as select spine, title from public.films where bluray_4k;
  create table public.vault (id integer primary key, note text, added timestamptz default now());
  insert into public.vault values (1, 'kept');
  create table public.notes (id integer primary key, "two words" text, owner uuid, tags text[], body jsonb);
  insert into public.notes values (1, 'a "b", c', null, '{x,y}', '{"k": 1}'), (2, null, null, null, null);
  create table public.cells (id integer primary key, cell text, flag boolean);
  insert into public.cells values (1, '', true), (2, 'a b', false), (3, '(a)', null), (4, 'a\\b', true), (5, 'a''b', true),
    (6, E'a\\nb', true), (7, 'plain', true), (8, null, null);
  create function public.films_between(first integer, last integer default 9999) returns setof public.films
    language sql stable as 'select * from public.films where spine between first and last';
  create function public.films_since(spine integer, year integer default 0) returns setof public.films
    language sql stable as 'select * from public.films f where f.spine >= films_since.spine and f.year >= films_since.year';
  create function public.films_in_all() returns bigint language sql stable as 'select count(*) from public.films';
  create function public.film_at(place integer) returns public.films
    language sql stable as 'select * from public.films where spine = place';
  create function public.decades() returns table (decade integer, films bigint)
    language sql stable as 'select year / 10 * 10, count(*) from public.films group by 1';
  create function public.first_spines(many integer) returns setof integer
    language sql stable as 'select spine from public.films order by spine limit many';
  create function public.say_nothing() returns void language sql stable as 'select 1';
  create function public.no_value(word text) returns text language sql stable as 'select null::text';
  create function public.scribble() returns void
    language sql volatile security definer as 'delete from public.vault';
  create function public.refuse() returns void language plpgsql stable as $$
    begin raise exception 'not today' using detail = 'It is closed.', hint = 'Come back tomorrow.'; end $$;
  revoke all on public.vault from anon, authenticated;
  grant select on public.restored, public.notes, public.cells to anon, authenticated;
`

describe.each(ENGINES)('reading on %s', (engine) => {
  let server: TestServer
  let client: SupabaseClient<FilmsDatabase>
  // The sample tables are not in the generated types.
  let loose: SupabaseClient
  let catalogue: { spine: number; title: string; year: number | null; bluray: boolean }[]

  beforeAll(async () => {
    server = await startServer(engine)
    await runAsMigration(server.db, `${SAMPLES}; notify pgrst, 'reload schema'`)
    client = createClient<FilmsDatabase>(server.url, server.key, { auth: { persistSession: false } })
    loose = createClient(server.url, server.key, { auth: { persistSession: false } })
    catalogue = await server.db.query('select spine, title, year, bluray from public.films order by spine')
    await vi.waitFor(
      async () => expect((await loose.from('restored').select().limit(1)).error).toBe(null),
      20_000,
    )
  })
  afterAll(() => server.close())

  const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${server.url}/rest/v1/${path}`, { method, headers: { apikey: server.key, ...headers } })

  const spinesWhere = (matches: (film: (typeof catalogue)[number]) => boolean) =>
    catalogue.filter(matches).map((film) => film.spine)

  describe('pages', () => {
    test('a page has the requested order, 50 rows and the total count', async () => {
      const seen: number[] = []
      for (let from = 0; from < catalogue.length; from += 50) {
        const { data, count, status } = await client
          .from('films')
          .select('*', { count: 'exact' })
          .order('spine')
          .range(from, from + 49)
        expect([status, count]).toEqual([206, catalogue.length])
        seen.push(...(data ?? []).map((film) => film.spine))
      }
      expect(seen).toEqual(catalogue.map((film) => film.spine))
    })

    test('a page has every column with the database’s value and type', async () => {
      const { data } = await client.from('films').select('*').eq('spine', 2).single()
      const [row] = await server.db.query<{ film: string }>(
        'select to_json(f)::text as film from public.films f where spine = 2',
      )
      expect(data).toEqual(JSON.parse(row?.film ?? ''))
      expect(data).toMatchObject({ spine: 2, title: 'Seven Samurai', year: 1954, dvd: expect.any(Boolean) })
    })

    test('a response has at most 1,000 rows, and Content-Range shows the limit', async () => {
      const response = await read('films?select=spine&limit=5000', { prefer: 'count=exact' })
      expect(response.status).toBe(206)
      expect(response.headers.get('content-range')).toBe(`0-999/${catalogue.length}`)
      expect(await response.json()).toHaveLength(1000)
    })

    test('a Range header selects a page', async () => {
      const response = await read('films?select=spine&order=spine', { range: '10-19', 'range-unit': 'items' })
      expect([response.status, response.headers.get('content-range')]).toEqual([200, '10-19/*'])
      expect(await response.json()).toEqual(catalogue.slice(10, 20).map(({ spine }) => ({ spine })))
    })

    test('a page beyond the end is empty, or refused if rows are counted: 416 PGRST103', async () => {
      const { data, error } = await client.from('films').select().range(5000, 5049)
      expect([data, error]).toEqual([[], null])
      const counted = await client.from('films').select('*', { count: 'exact' }).range(5000, 5049)
      expect([counted.status, counted.error?.code]).toEqual([416, 'PGRST103'])
    })

    test('a refused page reports the number of rows if they were counted', async () => {
      const prefer = 'count=exact'
      const beyond = await read('films?offset=5000', { prefer })
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `*/${catalogue.length}`])
      for (const refused of [await read('films?limit=-1'), await read('films', { range: '9-3' })]) {
        expect([refused.status, refused.headers.get('content-range')]).toEqual([416, '*/*'])
      }
    })

    test('a Range header applies only to GET', async () => {
      const range = { range: '10-19', 'range-unit': 'items' }
      const head = await read('films?select=spine', range, 'HEAD')
      expect(head.headers.get('content-range')).toBe('0-999/*')
      expect((await read('films?select=spine', { range: '9-3' }, 'HEAD')).status).toBe(200)
    })

    test('HEAD counts rows and returns no body', async () => {
      const { count, data } = await client
        .from('films')
        .select('*', { count: 'exact', head: true })
        .eq('bluray', true)
      expect([count, data]).toEqual([spinesWhere((film) => film.bluray).length, null])
      const response = await read('films?select=spine', {}, 'HEAD')
      expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
        200,
        '0-999/*',
        '',
      ])
    })

    test('rows sort in natural order, with nulls first or last on request', async () => {
      const { data } = await client.from('films').select('title').order('title').order('spine').limit(1000)
      const titles = (data ?? []).map((film) => film.title)
      expect(titles).toEqual(titles.toSorted(new Intl.Collator('en', { caseFirst: 'lower' }).compare))
      const { data: oldest } = await client
        .from('films')
        .select('year')
        .order('year', { ascending: false, nullsFirst: false })
        .limit(1)
      expect(oldest?.[0]?.year).toBe(Math.max(...catalogue.map((film) => film.year ?? 0)))
    })
  })

  describe('filters', () => {
    const spines = async (query: PromiseLike<{ data: { spine: number }[] | null; error: unknown }>) => {
      const { data, error } = await query
      expect(error).toBe(null)
      return (data ?? []).map((film) => film.spine).toSorted((a, b) => a - b)
    }
    const films = () => client.from('films').select('spine')

    test('comparison operators filter rows', async () => {
      expect(await spines(films().eq('spine', 7))).toEqual([7])
      expect(await spines(films().neq('spine', 7).lt('spine', 9))).toEqual(
        spinesWhere((f) => f.spine !== 7 && f.spine < 9),
      )
      expect(await spines(films().gt('year', 2019))).toEqual(spinesWhere((f) => (f.year ?? 0) > 2019))
      expect(await spines(films().gte('year', 2020).lte('year', 2021))).toEqual(
        spinesWhere((f) => f.year === 2020 || f.year === 2021),
      )
      expect(await spines(films().not('year', 'gte', 1925))).toEqual(
        spinesWhere((f) => (f.year ?? 9999) < 1925),
      )
    })

    test('patterns filter rows', async () => {
      expect(await spines(films().like('title', 'The%Samurai%'))).toEqual(
        spinesWhere((f) => /^The.*Samurai/s.test(f.title)),
      )
      expect(await spines(films().ilike('title', '%SAMURAI%'))).toEqual(
        spinesWhere((f) => /samurai/i.test(f.title)),
      )
      const starred = await read('films?select=spine&title=like.*Samurai*')
      expect(((await starred.json()) as { spine: number }[]).length).toBe(
        spinesWhere((f) => f.title.includes('Samurai')).length,
      )
    })

    test('lists may contain commas, quotes and brackets', async () => {
      const titles = catalogue
        .map((f) => f.title)
        .filter((title) => /[,()]/.test(title))
        .slice(0, 20)
      expect(titles.length).toBeGreaterThan(5)
      expect(await spines(films().in('title', titles))).toEqual(spinesWhere((f) => titles.includes(f.title)))
      expect(await spines(films().in('title', ['nul"l', 'a\\b', 'null']))).toEqual([])
      expect(await spines(films().in('spine', []))).toEqual([])
    })

    test('is filters by null, true and false', async () => {
      expect(await spines(films().is('year', null))).toEqual(spinesWhere((f) => f.year === null))
      expect(await spines(films().is('bluray', true).lt('spine', 50))).toEqual(
        spinesWhere((f) => f.bluray && f.spine < 50),
      )
      expect(await spines(films().not('bluray', 'is', true).lt('spine', 50))).toEqual(
        spinesWhere((f) => !f.bluray && f.spine < 50),
      )
    })

    test('filters combine with and, or and not', async () => {
      expect(
        await spines(films().or('spine.eq.1,and(spine.gt.10,spine.lt.13),title.eq."Seven Samurai"')),
      ).toEqual(
        spinesWhere((f) => f.spine === 1 || f.spine === 11 || f.spine === 12 || f.title === 'Seven Samurai'),
      )
      const negated = await read('films?select=spine&not.or=(spine.gt.3,spine.eq.2)&order=spine')
      expect(await negated.json()).toEqual([{ spine: 1 }, { spine: 3 }])
    })

    test('filters treat any text that a person types as data', async () => {
      for (const typed of [`'; drop table films; --`, '%', '_', '*', '\\', '"', ')', ',', 'ō', '💿', '8½']) {
        const found = await films().eq('title', typed)
        expect([typed, found.error]).toEqual([typed, null])
      }
    })
  })

  describe('forms', () => {
    test('select renames, casts and chooses columns', async () => {
      const { data } = await client.from('films').select('number:spine,year::text').eq('spine', 2)
      expect(data).toEqual([{ number: 2, year: '1954' }])
    })

    test('a single-object request returns one row as an object, or 406 PGRST116', async () => {
      expect((await client.from('films').select('title').eq('spine', 2).single()).data).toEqual({
        title: 'Seven Samurai',
      })
      for (const query of [client.from('films').select(), client.from('films').select().eq('spine', -1)]) {
        const { status, error } = await query.single()
        expect([status, error?.code]).toEqual([406, 'PGRST116'])
      }
      expect((await client.from('films').select().eq('spine', -1).maybeSingle()).data).toBe(null)
    })

    test('a CSV response has quoting, nulls and column names', async () => {
      const { data } = await loose.from('notes').select('id,"two words",tags').order('id').csv()
      expect(data).toBe('id,two words,tags\n1,"a ""b"", c","{x,y}"\n2,,')
      expect((await loose.from('notes').select('tags,id').eq('id', 0).csv()).data).toBe('tags,id')
    })

    test('CSV quotes blanks, brackets, backslashes and empty texts as PostgreSQL does', async () => {
      const { data } = await loose.from('cells').select('id,cell,flag').order('id').csv()
      expect(data?.split('\n')).toEqual([
        'id,cell,flag',
        '1,"",t',
        '2,"a b",f',
        '3,"(a)",',
        '4,"a\\\\b",t',
        `5,a'b,t`,
        '6,"a',
        'b",t',
        '7,plain,t',
        '8,,',
      ])
    })

    test('a request without select returns every column', async () => {
      const response = await read('films?select=&spine=eq.2')
      expect(await response.json()).toEqual((await client.from('films').select('*').eq('spine', 2)).data)
    })

    test('columns may have any name and type', async () => {
      const { data } = await loose.from('notes').select('*').eq('two words', 'a "b", c')
      expect(data).toEqual([
        { id: 1, 'two words': 'a "b", c', owner: null, tags: ['x', 'y'], body: { k: 1 } },
      ])
    })
  })

  test('views are read like tables', async () => {
    const { data, error } = await loose.from('restored').select('spine,title').order('spine').limit(1)
    expect(error).toBe(null)
    expect(data).toHaveLength(1)
  })

  describe('functions', () => {
    const call = (name: string, args = {}) => loose.rpc(name, args, { get: true })

    test('a function that returns rows is filtered, ordered and paged like a table', async () => {
      const { data, count, error } = await loose
        .rpc('films_between', { first: 10 }, { get: true, count: 'exact' })
        .select('spine')
        .lt('spine', 20)
        .order('spine', { ascending: false })
        .range(0, 1)
      expect(error).toBe(null)
      expect([data, count]).toEqual([[{ spine: 19 }, { spine: 18 }], 10])
    })

    test('a plain value is an argument, and a value with an operator is a filter', async () => {
      const { data } = await loose
        .rpc('films_since', { spine: 10 }, { get: true })
        .select('spine')
        .lt('spine', 15)
        .neq('spine', 12)
        .order('spine')
      expect(data).toEqual(
        spinesWhere(({ spine, year }) => spine >= 10 && spine < 15 && spine !== 12 && year !== null).map(
          (spine) => ({ spine }),
        ),
      )
      const { count } = await loose
        .rpc('films_since', { spine: 10 }, { head: true, count: 'exact' })
        .lt('spine', 15)
        .lt('year', 1950)
      expect(count).toBe(
        spinesWhere(({ spine, year }) => spine >= 10 && spine < 15 && year !== null && year < 1950).length,
      )
    })

    test('a function that returns one value responds with that value alone', async () => {
      expect((await call('films_in_all')).data).toBe(catalogue.length)
      expect((await call('no_value', { word: 'eq.1' })).data).toBe(null)
      expect((await call('first_spines', { many: 3 })).data).toEqual([1, 2, 3])
    })

    test('a function that returns one row responds with an object, and one with declared columns with a list', async () => {
      expect((await call('film_at', { place: 2 })).data).toMatchObject({ title: 'Seven Samurai' })
      const { data } = await call('decades').select('decade,films').eq('decade', 1950)
      expect(data).toEqual([
        { decade: 1950, films: spinesWhere((f) => Math.floor((f.year ?? 0) / 10) === 195).length },
      ])
    })

    test('a function that returns nothing responds with 204', async () => {
      expect(await call('say_nothing')).toMatchObject({ status: 204, data: null, error: null })
    })

    test('a function called by GET cannot write: 405 with 25006', async () => {
      const { status, error } = await call('scribble')
      expect([status, error?.code]).toEqual([405, '25006'])
      expect(await server.db.query('select id from public.vault')).toHaveLength(1)
    })

    test('an exception that a function raises is returned with its message: 400 with P0001', async () => {
      expect(await call('refuse')).toMatchObject({
        status: 400,
        error: { code: 'P0001', message: 'not today', details: 'It is closed.', hint: 'Come back tomorrow.' },
      })
    })

    test('a call of an unknown function names it: 404 PGRST202', async () => {
      expect(await call('films_between', { from: 1 })).toMatchObject({
        status: 404,
        error: { code: 'PGRST202' },
      })
    })
  })

  describe('refusals', () => {
    test.each([
      ['nope', 404, 'PGRST205'],
      ['films?nope=eq.1', 400, '42703'],
      ['films?spine=eq.abc', 400, '22P02'],
      ['films?spine=eq.99999999999', 400, '22003'],
      ['films?bluray=is.maybe', 400, 'PGRST100'],
      ['films?spine=is.true', 400, '42804'],
      ['films?spine=like.1*', 404, '42883'],
      ['films?spine=almost.1', 400, 'PGRST100'],
      ['films?title=eq.%00', 400, '22021'],
      ['films?select=*,films(*)', 400, 'PGRST200'],
      ['films?limit=-1', 416, 'PGRST103'],
      ['films?title=wfts.samurai', 400, 'PGRST127'],
      ['films/1', 404, 'PGRST125'],
    ])('the request %s returns %i %s', async (path, status, code) => {
      const response = await read(path)
      const body = (await response.json()) as object
      expect([response.status, body]).toEqual([status, expect.objectContaining({ code })])
      expect(Object.keys(body)).toEqual(['code', 'message', 'details', 'hint'])
    })

    test('an unknown preference is refused with handling=strict: 400 PGRST122', async () => {
      const response = await read('films?limit=1', { prefer: 'handling=strict, count=exact, foo=bar' })
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'PGRST122', details: 'Invalid preferences: foo=bar' }),
      ])
      expect((await read('films?limit=1', { prefer: 'handling=strict, count=exact' })).status).toBe(206)
      expect((await read('films?limit=1', { prefer: 'foo=bar' })).status).toBe(200)
    })

    test('no caller can reach another schema', async () => {
      expect(await server.db.query('select name from auth.api_keys')).not.toEqual([])
      expect((await read('films', { 'accept-profile': 'auth' })).status).toBe(406)
      expect((await read('api_keys', { 'accept-profile': 'auth' })).status).toBe(406)
      for (const name of ['api_keys', 'auth.api_keys', 'pg_class', '"auth"."api_keys"']) {
        expect((await read(encodeURIComponent(name))).status).toBe(404)
      }
    })

    test('other media types are refused: 406 PGRST107', async () => {
      expect((await read('films', { accept: 'image/png' })).status).toBe(406)
    })

    test('a table without read access returns 401 to a visitor and 403 to others: 42501', async () => {
      expect(await server.db.query('select note from public.vault')).toEqual([{ note: 'kept' }])
      const visitor = await loose.from('vault').select()
      expect([visitor.status, visitor.error?.code, visitor.data]).toEqual([401, '42501', null])
      const response = await read('vault', { authorization: `Bearer ${await signAccessToken(server.db)}` })
      expect([response.status, await response.json()]).toEqual([
        403,
        expect.objectContaining({ code: '42501' }),
      ])
    })

    test('an address that is too long returns an error in PostgREST’s format: 431', async () => {
      const response = await fetch(`${server.url}/rest/v1/films?select=${'a'.repeat(17_000)}`)
      expect(response.status).toBe(431)
      expect(Object.keys((await response.json()) as object)).toEqual(['code', 'message', 'details', 'hint'])
    })

    test('an unsupported method returns 405 with Allow', async () => {
      const response = await fetch(`${server.url}/rest/v1/films`, { method: 'PUT' })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD, POST, PATCH, DELETE')
    })

    test('a wrong key and a wrong token are refused', async () => {
      expect((await read('films', { apikey: 'wrong' })).status).toBe(401)
      expect((await read('films', { authorization: 'Bearer ey.ey.ey' })).status).toBe(401)
    })
  })

  test('the API serves a new table after a schema notification', async () => {
    expect((await read('late')).status).toBe(404)
    await runAsMigration(
      server.db,
      'create table public.late (id integer); grant select on public.late to anon; notify pgrst',
    )
    await expect.poll(async () => (await read('late')).status).toBe(200)
  })
})
