import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORMATS } from '../../../domain/film/formats.ts'
import { countryNames, directorNames } from '../../../domain/film/names.ts'
import { type Filters, formatFilters, MINE, NO_FILTERS } from '../../../domain/filters/filters.ts'
import { parseSearch } from '../../../domain/search/search.ts'
import { setServerReader } from '../../../web/data/supabase.ts'
import { COLUMN_OF_SORT } from '../../../web/features/catalogue/films/film-cursor.ts'
import { filmPagesQuery } from '../../../web/features/catalogue/films/film-pages.ts'
import { catalogueFilms } from '../../../web/features/catalogue/films/films-query.ts'
import { profileFilms } from '../../../web/features/catalogue/films/profile-films.ts'
import {
  type FilterCounts,
  filterCountsQuery,
} from '../../../web/features/catalogue/filters/filter-counts.ts'
import { criteriaOf } from '../../../web/features/catalogue/toolbar/apply-view.ts'
import { directionOf, filtersOf, readView, type View } from '../../../web/features/catalogue/toolbar/view.ts'
import { LISTS, type ListName } from '../../../web/features/profile/lists.ts'
import { sendToRest, updateWithoutNotification } from '../../support/cache-requests.ts'
import { type Caller, newPerson, type Person, visitor } from '../../support/people/people.ts'
import { type Random, seeded } from '../../support/random.ts'
import { COUNTRIES, DIRECTORS, randomView } from '../../support/random-view.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const ROUNDS = 40
const WORDS = ['', '', '', 'the', 'samurai', 'kurosawa 4k', '#2', 'a dvd', 'zardoz']
const NAMES = Object.keys(LISTS) as ListName[]

describe.each(ENGINES)('the filters of films on %s', (engine) => {
  let server: TestServer
  let anyone: Caller
  let olga: Person
  let pia: Person

  beforeAll(async () => {
    server = await startServer(engine)
    anyone = visitor(server)
    setServerReader(() => anyone.client)
    olga = await newPerson(server, 'olga')
    pia = await newPerson(server, 'pia')
    await server.db.transaction((tx) =>
      tx.script(`
        update public.films set running_time = 40 + spine * 37 % 200 where spine % 7 <> 0;
        update public.films set year = null where spine % 50 = 1;
        update public.films set country = null where spine % 60 = 1;
        insert into public.sets (title) values ('One'), ('Two'), ('Empty');
        insert into public.set_films (set_id, position, film_id)
        select sets.id, films.spine, films.id from public.sets, public.films
        where sets.title = 'One' and spine < 40 or sets.title = 'Two' and spine between 30 and 60;
        insert into public.sets (title) values ('Without a spine');
        insert into public.sets (title, film_id) select 'With a spine', id from public.films where spine = 200;
        insert into public.set_films (set_id, position, film_id)
        select sets.id, films.spine - 99, films.id from public.sets, public.films
        where sets.title = 'Without a spine' and spine between 100 and 140
          or sets.title = 'With a spine' and spine between 120 and 160;
        insert into public.set_films (set_id, position, title)
        select id, 900, 'A film without a spine' from public.sets where id in (1, 2, 3);
        insert into public.user_sets (user_id, set_id, owns_laserdisc)
        select profiles.id, sets.id, true from public.profiles, public.sets where sets.title = 'Without a spine';
        update public.profiles set visibility = 'private' where username = 'pia';
        insert into public.user_ownership (user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
        select profiles.id, films.id, spine % 11 = 0, spine % 3 = 0, spine % 4 = 0, spine % 5 = 0
        from public.films, public.profiles where spine % 2 = 0;
        insert into public.user_watched (user_id, film_id)
        select profiles.id, films.id from public.films, public.profiles where spine % 5 < 2 order by films.id;
        insert into public.user_wishlist (user_id, film_id)
        select profiles.id, films.id from public.films, public.profiles where spine % 9 = 1 order by films.id desc;
      `),
    )
  })
  afterAll(() => server?.close())

  const ids = (films: readonly { spine: number }[]) => films.map(({ spine }) => spine)

  /** Reads a whole list as the pages do, fifty by fifty. */
  async function listed(
    view: View,
    list?: ListName,
    person = olga,
  ): Promise<{ spines: number[]; total: number | null }> {
    const films = list ? profileFilms(person.id, LISTS[list], view, false) : catalogueFilms(view)
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const { pages } = await client.fetchInfiniteQuery({
      ...filmPagesQuery<never>(films as never),
      pages: 100,
    })
    return {
      spines: ids(pages.flatMap((page) => page.films as { spine: number }[])),
      total: pages[0]?.total ?? null,
    }
  }

  function counted(view: View, list?: ListName, person = olga): Promise<FilterCounts> {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    return client.fetchQuery(
      filterCountsQuery(view, list && { userId: person.id, isOwn: false, list }) as never,
    ) as Promise<FilterCounts>
  }

  /** The same list by a statement that shares nothing with the filters of the API. */
  async function selected(view: View, list?: ListName): Promise<number[]> {
    const conditions = conditionsOf(view, list)
    const { sort = parseSearch(view.q).phrase === '' ? 'spine' : undefined } = view
    const direction = directionOf(view)
    const known = sort === 'added' && list && { watched: 'w.id', wishlist: 'l.id' }[list as string]
    const column = known || (sort && sort !== 'added' ? `f.${COLUMN_OF_SORT[sort]}` : 'f.spine')
    const by = sort === 'added' && !known ? 'asc' : direction
    const rows = await server.db.query<{ spine: number }>(
      `select f.spine from public.films f
       left join (
         select film_id, bool_or(ld) as owns_laserdisc, bool_or(dvd) as owns_dvd, bool_or(bd) as owns_bluray,
           bool_or(uhd) as owns_bluray_4k
         from (
           select film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k
           from public.user_ownership where user_id = '${olga.id}'
           union all
           select m.film_id, b.owns_laserdisc, b.owns_dvd, b.owns_bluray, b.owns_bluray_4k
           from public.set_films m join public.sets s on s.id = m.set_id
           join public.user_ownership b on b.film_id = s.film_id where b.user_id = '${olga.id}'
           union all
           select m.film_id, b.owns_laserdisc, b.owns_dvd, b.owns_bluray, b.owns_bluray_4k
           from public.set_films m join public.user_sets b on b.set_id = m.set_id where b.user_id = '${olga.id}'
         ) as disc (film_id, ld, dvd, bd, uhd)
         group by film_id
       ) o on o.film_id = f.id
       left join public.user_watched w on w.film_id = f.id and w.user_id = '${olga.id}'
       left join public.user_wishlist l on l.film_id = f.id and l.user_id = '${olga.id}'
       where ${conditions.join(' and ') || 'true'}
       order by ${column} ${by} nulls last, f.spine ${by}`,
    )
    return ids(rows)
  }

  test('each filter, alone and combined, with search, sorts and lists, gives what plain SQL gives', async () => {
    const random = seeded(17)
    for (let round = 0; round < ROUNDS; round++) {
      const view = randomView(random, WORDS)
      const list = random.chance(0.5) ? random.pick(NAMES) : undefined
      const [found, expected, counts] = await Promise.all([
        listed(view, list),
        selected(view, list),
        counted(view, list),
      ])
      const label = JSON.stringify({ ...view, list })
      expect([found.total, counts.films], label).toEqual([expected.length, expected.length])
      // The order by match has its own tests.
      const isRanked = view.sort === undefined && parseSearch(view.q).phrase !== ''
      const inOrder = (spines: number[]) => (isRanked ? spines.toSorted((a, b) => a - b) : spines)
      expect(inOrder(found.spines), label).toEqual(inOrder(expected))
      if (list) expect(counts.marks?.lists[list], label).toBe(expected.length)
    }
  })

  test('the count beside an option equals the number of films that choosing it shows', async () => {
    const random = seeded(18)
    for (let round = 0; round < ROUNDS; round++) {
      const view = { ...randomView(random, WORDS), sort: undefined }
      const list = random.chance(0.6) ? random.pick(NAMES) : undefined
      const counts = await counted(view, list)
      for (const [name, count, filters] of options(counts, filtersOf(view), random, list !== undefined)) {
        const chosen = readView({ ...view, ...formatFilters(filters) } as never)
        const label = JSON.stringify({ name, ...view, list })
        expect(count, label).toBe((await selected(chosen, list)).length)
      }
    }
  })

  test('the lists of a profile are counted under its filters', async () => {
    const random = seeded(19)
    for (let round = 0; round < ROUNDS / 2; round++) {
      const view = { ...randomView(random, WORDS), sort: undefined }
      const { marks } = await counted(view, random.pick(NAMES))
      for (const list of NAMES) {
        expect(marks?.lists[list], JSON.stringify({ ...view, list })).toBe(
          (await selected(view, list)).length,
        )
      }
    }
  })

  test('countries and directors are separated in the database as in the domain', async () => {
    const films = await server.db.query<{
      country: string | null
      director: string
      countries: string[] | null
      directors: string[]
    }>(
      `select country, director, private.countries_in(country) as countries, private.directors_in(director) as directors
       from public.films`,
    )
    expect(films.filter(({ directors }) => directors.length > 1).length).toBeGreaterThan(30)
    for (const { country, director, countries, directors } of films) {
      expect([countries ?? [], directors]).toEqual([countryNames(country), directorNames(director)])
    }
  })

  test('other people learn nothing about a private person from any list, filter or count', async () => {
    for (const caller of [anyone, olga]) {
      setServerReader(() => caller.client)
      const random = seeded(20)
      for (let round = 0; round < ROUNDS; round++) {
        const view = randomView(random, WORDS)
        const list = random.pick(NAMES)
        const label = JSON.stringify({ ...view, list })
        expect(await listed(view, list, pia), label).toEqual({ spines: [], total: 0 })
        await expect(counted(view, list, pia), label).rejects.toThrow('The profile could not be read.')
      }
    }
    setServerReader(() => pia.client)
    const own = await listed(readView({}), 'owned', pia)
    expect(own.total).toBeGreaterThan(100)
    expect((await counted(readView({}), 'owned', pia)).films).toBe(own.total)
    setServerReader(() => anyone.client)
  })

  test('the server caches the counts of the catalogue until a film changes, and none of a person', async () => {
    const path = `rpc/film_counts?filters=${encodeURIComponent('{"countries":["Lesotho"]}')}&select=films`
    const films = async () => JSON.parse((await sendToRest(server, path)).body.toString())
    expect(await films()).toEqual([{ films: 1 }])
    const [film] = await server.db.query<{ spine: number }>(
      `select spine from public.films where country = 'Lesotho'`,
    )
    await updateWithoutNotification(server, film?.spine ?? 0, 'Renamed')
    const { headers } = await sendToRest(server, path)
    expect(headers.etag).toBeDefined()
    await server.db.query(`update public.films set country = 'Lesotho' where spine = 1`)
    await expect.poll(films).toEqual([{ films: 2 }])
    const person = await sendToRest(server, `rpc/profile_film_counts?of_user=${olga.id}`)
    expect([person.status, person.headers['cache-control']]).toEqual([200, 'no-store'])
  })

  test.each([
    'null',
    '7',
    '[]',
    '{"words":7,"available":{},"from":"x","to":1e300,"sets":[1.5,"x",1e40],"times":[7,{"from":9,"to":1}]}',
  ])('filters in another form are left out: %.40s', async (filters) => {
    const { error, status } = await anyone.untyped.rpc('film_counts', { filters: JSON.parse(filters) })
    expect([status, error]).toEqual([200, null])
  })

  test('filters that are not JSON are refused', async () => {
    const { status } = await sendToRest(server, 'rpc/film_counts?filters=%7B')
    expect(status).toBe(400)
  })
})

/** Some options with their counts, and the filters with each of them chosen: as the only value, or of `mine` in addition. */
function options(
  counts: FilterCounts,
  filters: Filters,
  random: Random,
  hasPerson: boolean,
): [name: string, count: number, chosen: Filters][] {
  const format = random.pick(FORMATS)
  const country = random.pick(COUNTRIES)
  const director = random.pick(DIRECTORS)
  const decade = 1910 + 10 * random.below(12)
  const hour = 30 * random.below(8)
  const set = 1 + random.below(3)
  const mine = random.pick(MINE)
  const { marks } = counts
  return [
    ['available', counts.available[format], { ...filters, available: [format] }],
    ['in print', counts.in_print, { ...filters, inPrint: true }],
    ['decade', counts.decades[decade] ?? 0, { ...filters, from: decade, to: decade + 9 }],
    ['country', counts.countries[country] ?? 0, { ...filters, countries: [country] }],
    ['director', counts.directors[director] ?? 0, { ...filters, directors: [director] }],
    ['time', counts.running_times[hour] ?? 0, { ...filters, times: [{ from: hour, to: hour + 29 }] }],
    ['set', counts.sets[set] ?? 0, { ...filters, sets: [set] }],
    ...(hasPerson
      ? ([
          ['mine', marks?.mine[mine], { ...filters, mine: [...filters.mine, mine] }],
          ['owned', marks?.owned[format], { ...filters, owned: [format] }],
        ] as [string, number, Filters][])
      : []),
  ]
}

function conditionsOf(view: View, list: ListName | undefined): string[] {
  const { words, formats, spines } = criteriaOf(view)
  const { available, inPrint, from, to, countries, directors, times, sets, mine, owned } = {
    ...NO_FILTERS,
    ...filtersOf(view),
  }
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`
  const any = (conditions: string[]) => (conditions.length > 0 ? [`(${conditions.join(' or ')})`] : [])
  const owns = '(o.owns_laserdisc or o.owns_dvd or o.owns_bluray or o.owns_bluray_4k) is true'
  const among = (column: string, value: string) =>
    `(', ' || ${column} || ', ') like ${text(`%, ${value}, %`)}`
  const plainDirector = `regexp_replace(f.director, ',? and ', ', ', 'g')`
  const best = `case when o.owns_bluray_4k then 4 when o.owns_bluray then 3 when o.owns_dvd then 2 else 1 end`
  const MARKS = {
    owned: owns,
    unowned: `not ${owns}`,
    unwatched: 'w.film_id is null',
    wished: 'l.film_id is not null',
    upgrade: `${owns} and ${best} < case when f.bluray_4k then 4 when f.bluray then 3 when f.dvd then 2 else 1 end`,
  }
  const LISTED = { all: 'true', owned: owns, unowned: `not ${owns}`, watched: 'w.film_id is not null' }
  return [
    ...words.map((word) => `position(${text(word)} in f.search) > 0`),
    ...formats.map((format) => (list === 'owned' ? `o.owns_${format}` : `f.${format}`)),
    ...any(spines.map((spine) => `f.spine = ${spine}`)),
    ...any(
      (available.length > 0 || !inPrint ? available : FORMATS).map(
        (format) => `f.${format}${inPrint ? ` and not f.${format}_oop` : ''}`,
      ),
    ),
    ...(from === undefined ? [] : [`f.year >= ${from}`]),
    ...(to === undefined ? [] : [`f.year <= ${to}`]),
    ...any(countries.map((country) => among('f.country', country))),
    ...any(directors.map((director) => among(plainDirector, director))),
    ...any(times.map(({ from, to }) => `f.running_time between ${from} and ${to ?? 99_999}`)),
    ...any(sets.map((id) => `f.id in (select film_id from public.set_films where set_id = ${id})`)),
    ...(list ? mine.map((each) => MARKS[each]) : []),
    ...(list ? any(owned.map((format) => `o.owns_${format}`)) : []),
    ...(list ? [list === 'wishlist' ? 'l.film_id is not null' : LISTED[list]] : []),
  ]
}
