import { AsyncLocalStorage } from 'node:async_hooks'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../domain/database.types.ts'
import { answerRequest } from '../../../domain/offline/answer-request.ts'
import { setServerReader } from '../../../web/data/supabase.ts'
import { filmPagesQuery, readAllKeys } from '../../../web/features/catalogue/films/film-pages.ts'
import { catalogueFilms, catalogueSizeQuery } from '../../../web/features/catalogue/films/films-query.ts'
import { profileFilms } from '../../../web/features/catalogue/films/profile-films.ts'
import {
  type FilterCounts,
  filterCountsQuery,
} from '../../../web/features/catalogue/filters/filter-counts.ts'
import { setTitlesQuery } from '../../../web/features/catalogue/filters/sets-query.ts'
import { criteriaOf } from '../../../web/features/catalogue/toolbar/apply-view.ts'
import type { View } from '../../../web/features/catalogue/toolbar/view.ts'
import { filmQuery } from '../../../web/features/film/page/film-query.ts'
import { boxSizesQuery } from '../../../web/features/film/sets/box-sizes-query.ts'
import { setQuery, setsQuery } from '../../../web/features/film/sets/set-query.ts'
import { neighboursQuery } from '../../../web/features/film/strip/neighbours-query.ts'
import { filmsInSetsQuery } from '../../../web/features/profile/films-in-sets-query.ts'
import { LISTS, type ListName } from '../../../web/features/profile/lists.ts'
import { profileQuery } from '../../../web/features/profile/profile-query.ts'
import { progressQuery } from '../../../web/features/profile/progress/progress-query.ts'
import { boxesQuery } from '../../../web/features/tracking/sets/boxes-query.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { type Random, seeded } from '../../support/random.ts'
import { randomRead } from '../../support/random-read.ts'
import { randomView } from '../../support/random-view.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'
import { readStoredTables, type StoredTables } from '../../support/stored-tables.ts'

type Client = SupabaseClient<Database>

/** On two engines, that is a thousand. */
const LEAST_COMPARED = 500

const NAMES = Object.keys(LISTS) as ListName[]
const SEARCHES = [
  '',
  '',
  'the',
  'samurai',
  'kurosawa 4k',
  '#2',
  'spine 200 #3',
  'a dvd',
  'zardoz',
  'Règle du JEU',
  'ōzu',
  '8½',
  'the 7',
  "l'",
  '!?',
  'tt0031885',
  'of of the',
]

describe.each(ENGINES)('answers from stored tables on %s', (engine) => {
  let server: TestServer
  let olga: Person
  let data: StoredTables
  let offline: Client
  let compared = 0
  const reader = new AsyncLocalStorage<Client>()

  beforeAll(async () => {
    server = await startServer(engine)
    olga = await newPerson(server, 'olga')
    await newPerson(server, 'ben')
    await server.db.transaction((tx) => tx.script(MARKS))
    data = await readStoredTables(olga)
    offline = createClient(server.url, server.key, {
      accessToken: async () => olga.token,
      global: { fetch: answerLocally },
    })
    setServerReader(() => reader.getStore())
  })
  afterAll(() => server?.close())

  async function answerLocally(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const { method = 'GET', headers, body } = init
    const answered = answerRequest(
      {
        method,
        path: String(input).slice(`${server.url}/rest/v1/`.length),
        headers: Object.fromEntries(new Headers(headers)),
        body: body ? String(body) : undefined,
      },
      data,
    )
    if (!answered) throw new Error(`Not answered: ${method} ${input} ${body ?? ''}`)
    compared += 1
    return new Response(answered.body === '' ? null : answered.body, answered)
  }

  /** Runs the same reads once with the server and once with the stored tables, and compares the results. */
  async function compare(label: unknown, read: (client: Client) => Promise<unknown>): Promise<void> {
    const [fromServer, fromTables] = await Promise.all(
      [olga.client, offline].map((client) => reader.run(client, () => read(client))),
    )
    expect(fromTables, JSON.stringify(label)).toEqual(fromServer)
  }

  const queries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const fetched = (query: unknown) => () => queries().fetchQuery(query as never)

  /** Runs a query of PostgREST and keeps what the pages use of its response. */
  const sent =
    (request: (client: Client) => PromiseLike<{ data: unknown; count: number | null; status: number }>) =>
    async (client: Client) => {
      const { data, count, status } = await request(client)
      return { data, count, status }
    }

  /** Other requests on each engine. */
  const randomOf = (seed: number) => seeded(seed + 100 * ENGINES.indexOf(engine))

  /** A view with one of the searches, or with a word of a film and the next. */
  function randomViewOf(random: Random): View {
    const { title, director } = random.pick(data.catalogue.films)
    const words = `${title} ${director}`.split(' ')
    const start = random.below(words.length)
    const search = words.slice(start, start + 1 + random.below(2)).join(' ')
    return randomView(random, random.chance(0.4) ? [search] : SEARCHES)
  }

  function randomListOf(random: Random, view: View) {
    const after = random.chance(0.3) ? 1 + random.below(1250) : undefined
    return random.chance(0.5)
      ? catalogueFilms(view, after)
      : profileFilms(olga.id, LISTS[random.pick(NAMES)], view, false, after)
  }

  test('stored tables and the server return the same lists of films in any view', async () => {
    const random = randomOf(31)
    for (let round = 0; round < 60; round++) {
      const view = randomViewOf(random)
      const list = randomListOf(random, view)
      await compare(list.key, () =>
        queries().fetchInfiniteQuery({ ...filmPagesQuery<never>(list as never), pages: 3 }),
      )
      if (random.chance(0.3)) await compare(list.key, () => readAllKeys(list))
    }
  })

  test('stored tables and the server return the same counts of filters and lists', async () => {
    const random = randomOf(32)
    for (let round = 0; round < 50; round++) {
      const view = randomViewOf(random)
      const list = random.pick(NAMES)
      const person = random.chance(0.7) ? { userId: olga.id, isOwn: false, list } : undefined
      const counts = fetched(filterCountsQuery(view, person))
      await compare([view, list], async () => withoutZeros((await counts()) as FilterCounts))
      await compare(view, fetched(profileQuery('olga', criteriaOf(view), undefined)))
    }
  })

  test('stored tables and the server return the same data for pages of films, box sets and profiles', async () => {
    const random = randomOf(33)
    const { films, sets } = data.catalogue
    const details = (argument: { of_film: number } | { of_set: number }) =>
      sent((client) => client.rpc('own_details', argument))
    for (const query of [boxSizesQuery(), boxesQuery(), setTitlesQuery(), catalogueSizeQuery()]) {
      await compare(query.queryKey, fetched(query))
    }
    await compare('progress', fetched(progressQuery('Olga', undefined)))
    await compare('films in sets', fetched(filmsInSetsQuery(olga.id)))
    await compare(
      'wishes',
      sent((client) => client.rpc('own_wishes')),
    )
    await compare(
      'news',
      sent((client) => client.rpc('own_news')),
    )
    for (let round = 0; round < 20; round++) {
      const spine = 1 + random.below(1320)
      const query = filmQuery(queries(), spine)
      await compare(spine, () => queries().fetchQuery({ ...query, initialData: undefined } as never))
      await compare(spine, fetched(neighboursQuery(spine)))
      await compare(spine, fetched(setsQuery(spine)))
      await compare(sets.length, fetched(setQuery(random.pick(sets).id)))
      await compare(spine, details({ of_film: random.pick(films).id }))
    }
    for (const { film_id, set_id } of data.person.user_copies.slice(0, 20)) {
      await compare(film_id, details(film_id === null ? { of_set: set_id ?? 0 } : { of_film: film_id }))
    }
  })

  test("stored tables and the server return the same rows of the person's tables", async () => {
    const tables = {
      user_ownership: 'film_id',
      user_sets: 'set_id',
      user_wishlist: 'film_id',
      user_watched: 'film_id',
      user_copies: 'id',
      user_viewings: 'id',
      user_wish_details: 'film_id',
    } as const
    for (const [table, key] of Object.entries(tables)) {
      const rows = (client: Client) =>
        client
          .from(table as never)
          .select('*', { count: 'exact' })
          .eq('user_id', olga.id)
      await compare(
        table,
        sent((client) => rows(client).order(key).limit(1000)),
      )
      await compare(
        table,
        sent((client) => rows(client).gt(key, middleOf(table, key)).order(key).limit(20)),
      )
      await compare(
        table,
        sent((client) => rows(client).order(key, { ascending: false }).range(3, 9)),
      )
    }
    const own = (client: Client) => client.from('profiles').select('username')
    await compare(
      'id',
      sent((client) => own(client).eq('id', olga.id).single()),
    )
    await compare(
      'name',
      sent((client) => own(client).eq('username', 'olga').maybeSingle()),
    )
    const roles = (client: Client) => client.from('user_roles').select('role').eq('user_id', olga.id)
    await compare(
      'roles',
      sent((client) => roles(client).eq('role', 'admin')),
    )
  })

  test('stored tables and the server return the same films for any conditions, orders, columns and ranges', async () => {
    const random = randomOf(34)
    for (let round = 0; round < 150; round++) {
      const { method, query, headers } = randomRead(random, data.catalogue.films)
      await compare([method, query, headers], async (client) => {
        const respond = client === offline ? answerLocally : fetch
        const response = await respond(`${server.url}/rest/v1/films?${query}`, {
          method,
          headers: { apikey: server.key, ...headers },
        })
        const text = await response.text()
        const relevant = ['content-type', 'content-range', 'preference-applied']
        return {
          status: response.status,
          headers: relevant.map((name) => response.headers.get(name)),
          body: text === '' ? null : JSON.parse(text),
        }
      })
    }
  })

  test('more than five hundred requests were compared', () => {
    expect(compared).toBeGreaterThan(LEAST_COMPARED)
  })

  /** A value with about as many rows before it as after it. */
  function middleOf(table: string, key: string): never {
    const rows = data.person[table as 'user_sets'] as unknown as Record<string, never>[]
    return rows[Math.floor(rows.length / 2)]?.[key] as never
  }
})

/** An option that is missing leaves no film, as one with zero. */
function withoutZeros(counts: FilterCounts): unknown {
  const isShown = ([, value]: [string, unknown]) => value !== 0
  return Object.fromEntries(
    Object.entries(counts).map(([name, value]) => [
      name,
      typeof value === 'object' ? Object.fromEntries(Object.entries(value).filter(isShown)) : value,
    ]),
  )
}

/** Two people with the same marks, some films without some facts and with aliases, and further box sets. */
const MARKS = `
  update public.films set running_time = 40 + spine * 37 % 200 where spine % 7 <> 0;
  update public.films set year = null where spine % 50 = 1;
  update public.films set country = null where spine % 60 = 1;
  update public.films set running_time = null where spine % 13 = 1;
  update public.films set aliases = jsonb_build_object(
    'title', jsonb_build_array('La Règle du jeu ' || spine, 'Ærø'), 'imdb', jsonb_build_array('tt00318' || spine),
    'tmdb', jsonb_build_array(spine::text), 'letterboxd', jsonb_build_array('alias-of-' || spine)
  ) where spine % 40 = 5;
  update public.profiles set visibility = 'unlisted', watched_visibility = 'private' where username = 'olga';
  insert into public.sets (title) values ('One'), ('Two'), ('Empty'), ('Without a spine'), ('Élan');
  insert into public.sets (title, film_id) select 'With a spine', id from public.films where spine = 200;
  insert into public.set_films (set_id, position, film_id)
  select sets.id, films.spine, films.id from public.sets, public.films
  where sets.title = 'One' and spine < 40 or sets.title = 'Two' and spine between 30 and 60
    or sets.title = 'Without a spine' and spine between 100 and 140
    or sets.title = 'With a spine' and spine between 120 and 210;
  insert into public.set_films (set_id, position, title)
  select id, 900, 'A film without a spine' from public.sets where id in (1, 2, 3) or title = 'Without a spine';
  insert into public.user_sets (user_id, set_id, owns_laserdisc, owns_bluray)
  select profiles.id, sets.id, title = 'Without a spine', title = 'One'
  from public.profiles, public.sets where title in ('Without a spine', 'One', 'Two');
  insert into public.user_ownership (user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
  select profiles.id, films.id, spine % 11 = 0, spine % 3 = 0, spine % 4 = 0, spine % 5 = 0
  from public.films, public.profiles where spine % 2 = 0;
  insert into public.user_watched (user_id, film_id)
  select profiles.id, films.id from public.films, public.profiles where spine % 5 < 2 order by spine * 31 % 97;
  insert into public.user_wishlist (user_id, film_id, wants_dvd, wants_bluray_4k, priority)
  select profiles.id, films.id, spine % 4 = 1, spine % 3 = 1, nullif(spine % 4, 0)
  from public.films, public.profiles where spine % 9 = 1 order by spine * 37 % 89;
  insert into public.user_wish_details (user_id, film_id, note, price, currency)
  select profiles.id, films.id, 'Note ' || spine, case when spine % 2 = 0 then spine + 0.5 end, 'EUR'
  from public.films, public.profiles where spine % 18 = 1;
  insert into public.user_copies (user_id, film_id, format, acquired_on, price, currency, place, slipcover)
  select
    profiles.id, films.id, 'dvd', case spine % 3 when 0 then '2024' when 1 then '2024-05-0' || 1 + spine % 9 end,
    spine * 0.25, 'USD', 'Shelf “' || spine % 5 || '”', spine % 2 = 0
  from public.films, public.profiles, generate_series(1, 2) where spine % 16 = 3;
  insert into public.user_copies (user_id, set_id, format)
  select profiles.id, sets.id, 'bluray' from public.profiles, public.sets where title in ('One', 'Without a spine');
  insert into public.user_viewings (user_id, film_id, watched_on, rating, note)
  select
    profiles.id, films.id, case nth when 1 then '2019-1' || spine % 3 when 2 then '2019' end, 1 + spine % 10, 'É'
  from public.films, public.profiles, generate_series(1, 3) as nth where spine % 25 = 4;
`
