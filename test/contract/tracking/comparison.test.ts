import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPARED_LISTS, type ComparedList } from '../../../domain/comparison.ts'
import { FORMATS } from '../../../domain/film/formats.ts'
import { setServerReader } from '../../../web/data/supabase.ts'
import { comparedFilms } from '../../../web/features/catalogue/films/compared-films.ts'
import { filmPagesQuery } from '../../../web/features/catalogue/films/film-pages.ts'
import { filterCountsQuery } from '../../../web/features/catalogue/filters/filter-counts.ts'
import { readView, type View } from '../../../web/features/catalogue/toolbar/view.ts'
import { comparisonQuery } from '../../../web/features/profile/comparison/comparison-query.ts'
import { type Caller, newPerson, type Person, visitor } from '../../support/people/people.ts'
import { type Random, seeded } from '../../support/random.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

/** The share of the catalogue that each of two people owns, of pair after pair. */
const PAIRS = [
  [0, 0],
  [0, 0.3],
  [0.02, 0.1],
  [0.3, 0.3],
  [1, 1],
] as const
const VIEWS = [
  {},
  { sort: 'title' },
  { sort: 'year', order: 'desc' },
  { from: '1950', to: '1969', sort: 'director' },
  { format: 'dvd', available: 'bluray' },
]

describe.each(ENGINES)('the comparison of two people on %s', (engine) => {
  let server: TestServer
  let anyone: Caller
  let olga: Person
  let ben: Person
  let eve: Person

  beforeAll(async () => {
    server = await startServer(engine)
    anyone = visitor(server)
    setServerReader(() => anyone.client)
    olga = await newPerson(server, 'olga')
    ben = await newPerson(server, 'ben')
    eve = await newPerson(server, 'eve')
    await server.db.query('update public.films set year = null where spine % 50 = 1')
  })
  afterAll(() => server?.close())

  const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const pair = () => ({ userId: olga.id, otherId: ben.id, ownId: undefined })

  /** Reads a whole list as the pages do, fifty by fifty. */
  async function listed(list: ComparedList, view: View): Promise<number[]> {
    const films = comparedFilms(pair(), list, view)
    const { pages } = await newClient().fetchInfiniteQuery({ ...filmPagesQuery(films), pages: 100 })
    const spines = pages.flatMap((page) => page.films.map(({ spine }) => spine))
    expect(pages[0]?.total).toBe(spines.length)
    return spines
  }

  /** The spines of a list by a statement that shares nothing with the functions of the database. */
  async function selected(list: ComparedList, condition = 'true', order = 'f.spine'): Promise<number[]> {
    const any = 'o.owns_laserdisc or o.owns_dvd or o.owns_bluray or o.owns_bluray_4k'
    const owns = ({ id }: Person) => `exists (
      select from public.user_ownership o where o.user_id = '${id}' and (${any})
        and (o.film_id = f.id or o.film_id in (
          select s.film_id from public.sets s join public.set_films m on m.set_id = s.id where m.film_id = f.id
        ))
      union all
      select from public.user_sets o join public.set_films m on m.set_id = o.set_id
      where o.user_id = '${id}' and (${any}) and m.film_id = f.id
    )`
    const wishes = ({ id }: Person) =>
      `f.id in (select film_id from public.user_wishlist where user_id = '${id}')`
    const conditions: Record<ComparedList, string> = {
      both_own: `${owns(olga)} and ${owns(ben)}`,
      only_one_owns: `${owns(olga)} and not ${owns(ben)}`,
      only_other_owns: `${owns(ben)} and not ${owns(olga)}`,
      wished_by_one: `${wishes(olga)} and ${owns(ben)}`,
      wished_by_other: `${wishes(ben)} and ${owns(olga)}`,
    }
    const rows = await server.db.query<{ spine: number }>(
      `select f.spine from public.films f where (${conditions[list]}) and (${condition}) order by ${order}`,
    )
    return rows.map(({ spine }) => spine)
  }

  test('the numbers and lists of a comparison equal those of plain SQL for any collections', async () => {
    const random = seeded(19)
    for (const shares of PAIRS) {
      await own(random, shares)
      const numbers = await newClient().fetchQuery(comparisonQuery('olga', 'ben', undefined))
      for (const list of COMPARED_LISTS) {
        const expected = await selected(list)
        expect(numbers?.[list], `${list} of ${shares}`).toBe(expected.length)
        expect(await listed(list, readView({})), `${list} of ${shares}`).toEqual(expected)
      }
    }
  })

  test('each list is sorted and filtered as every list is', async () => {
    await own(seeded(20), [0.3, 0.3])
    const CONDITIONS = ['true', 'true', 'true', 'f.year between 1950 and 1969', 'f.dvd and f.bluray']
    const ORDERS = [
      'f.spine',
      'f.sort_title, f.spine',
      'f.year desc nulls last, f.spine desc',
      'f.sort_director, f.spine',
      'f.spine',
    ]
    for (const [index, search] of VIEWS.entries()) {
      const view = readView(search)
      for (const list of COMPARED_LISTS) {
        const expected = await selected(list, CONDITIONS[index], ORDERS[index])
        const label = JSON.stringify({ ...search, list })
        expect(await listed(list, view), label).toEqual(expected)
        const counts = await newClient().fetchQuery(filterCountsQuery(view, { ...pair(), list }))
        expect([counts.films, counts.compared?.[list]], label).toEqual([expected.length, expected.length])
        const decade = await selected(list, `${CONDITIONS[index]} and f.year between 1960 and 1969`)
        if (index !== 3) expect(counts.decades['1960'] ?? 0, label).toBe(decade.length)
      }
    }
  })

  test('a film has the formats of both people', async () => {
    await own(seeded(21), [0.5, 0.5])
    const { data } = await anyone.client
      .rpc('compared_films', { of_user: olga.id, with_user: ben.id }, { get: true })
      .select('*')
      .eq('both_own', true)
      .limit(20)
      .throwOnError()
    const one = await anyone.client
      .rpc('profile_films', { of_user: olga.id }, { get: true })
      .select('*')
      .in(
        'id',
        data.map(({ id }) => id ?? 0),
      )
      .throwOnError()
    const other = await anyone.client
      .rpc('profile_films', { of_user: ben.id }, { get: true })
      .select('*')
      .in(
        'id',
        data.map(({ id }) => id ?? 0),
      )
      .throwOnError()
    expect(data).toHaveLength(20)
    for (const film of data) {
      for (const format of FORMATS) {
        const owned = (films: typeof one.data) => films.find(({ id }) => id === film.id)?.[`owns_${format}`]
        expect([film[`owns_${format}`], film[`other_owns_${format}`]]).toEqual([
          owned(one.data),
          owned(other.data),
        ])
      }
    }
  })

  test('a comparison shows a hidden list to its owner and to no one else', async () => {
    await own(seeded(22), [0.2, 0.2])
    const choose = (choices: object) =>
      ben.client.from('profiles').update(choices).eq('id', ben.id).throwOnError()
    const numbers = async ({ client }: Caller) =>
      (await client.rpc('compared_profiles', { of_username: 'olga', with_username: 'ben' }).throwOnError())
        .data[0]
    const filmsOf = async ({ client }: Caller, list: ComparedList) =>
      (
        await client
          .rpc('compared_films', { of_user: olga.id, with_user: ben.id }, { get: true, count: 'exact' })
          .eq(list, true)
          .limit(1)
          .throwOnError()
      ).count
    const all = await numbers(anyone)
    expect(all?.both_own).toBeGreaterThan(10)

    await choose({ collection_visibility: 'private' })
    for (const caller of [anyone, olga, eve]) {
      expect(await numbers(caller)).toEqual({
        ...all,
        both_own: null,
        only_one_owns: null,
        only_other_owns: null,
        wished_by_one: null,
      })
      for (const list of COMPARED_LISTS)
        expect(await filmsOf(caller, list), list).toBe(list === 'wished_by_other' ? all?.[list] : 0)
      const owned = await caller.untyped
        .rpc('compared_films', { of_user: olga.id, with_user: ben.id }, { get: true })
        .or(FORMATS.map((format) => `other_owns_${format}.eq.true`).join())
      expect(owned.data).toEqual([])
    }
    expect(await numbers(ben)).toEqual(all)
    expect(await filmsOf(ben, 'both_own')).toBe(all?.both_own)

    await choose({ collection_visibility: null, wishlist_visibility: 'private' })
    for (const caller of [anyone, olga]) {
      expect(await numbers(caller)).toEqual({ ...all, wished_by_other: null })
      expect(await filmsOf(caller, 'wished_by_other')).toBe(0)
    }
    await choose({ visibility: 'private', wishlist_visibility: null })
    for (const caller of [anyone, olga]) {
      expect(await numbers(caller)).toBeUndefined()
      expect(await filmsOf(caller, 'only_one_owns'), 'not even what a public person owns').toBe(0)
    }
    expect(await numbers(ben)).toEqual({ ...all, visibility: 'private' })
    await choose({ visibility: 'public' })
    expect(await numbers(anyone)).toEqual(all)
  })

  async function get(path: string, headers = {}) {
    const response = await fetch(server.url + path, { headers, redirect: 'manual' })
    const kept = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
    return { status: response.status, headers: Object.fromEntries(kept), body: await response.text() }
  }

  test('the server renders the comparison page with the lists that both people show', async () => {
    await own(seeded(23), [0.2, 0.2])
    const choose = (choices: object) =>
      ben.client.from('profiles').update(choices).eq('id', ben.id).throwOnError()
    const textOf = async (path: string) => {
      const { status, headers, body } = await get(path)
      expect([path, status]).toEqual([path, 200])
      return { robots: headers['x-robots-tag'], html: body.replaceAll(/<!--.*?-->/g, '') }
    }
    const [{ length: both }, first] = [await selected('both_own'), await selected('only_one_owns')]
    const page = await textOf('/olga/with/ben')
    expect(page.html).toContain('<title>olga and ben · Criterion Collection Tracker</title>')
    expect(page.html).toMatch(new RegExp(`${both} of \\d+ titles owned by both`))
    for (const label of [
      'Both own',
      'Only olga',
      'Only ben',
      'olga wishes, ben owns',
      'ben wishes, olga owns',
    ])
      expect(page.html).toContain(`${label} <span`)
    expect(page.html).toContain('aria-label="ben owns"')
    expect(page.robots).toBeUndefined()
    const only = await textOf('/olga/with/ben?tab=only_one_owns&view=list')
    expect(only.html).toContain(`spine ${first[0]}"`)

    await choose({ wishlist_visibility: 'unlisted' })
    const unlisted = await textOf('/olga/with/ben')
    expect(unlisted.robots).toBe('noindex')
    expect(unlisted.html).toContain('<meta name="robots" content="noindex" />')
    await choose({ wishlist_visibility: 'private' })
    const hidden = await textOf('/olga/with/ben?tab=wished_by_other')
    expect(hidden.html, 'another list is shown instead').toContain('aria-label="ben owns"')
    expect(hidden.html).not.toContain('ben wishes')
    expect(hidden.robots).toBeUndefined()
    await choose({ wishlist_visibility: null })
  })

  test('a comparison with an unknown person returns the response for an unknown profile', async () => {
    const choose = (choices: object) =>
      ben.client.from('profiles').update(choices).eq('id', ben.id).throwOnError()
    const answer = async (path: string, headers = {}) => {
      const { status, headers: kept, body } = await get(path, headers)
      return JSON.stringify({ status, kept, body }).replaceAll(path.toLowerCase(), 'PATH')
    }
    const opened = { 'sec-fetch-dest': 'document' }
    const all = [
      '/olga/with/nobody',
      '/nobody/with/olga',
      '/nobody/with/noone',
      '/olga/with/olga',
      '/Olga/with/olga',
    ]
    const expectUnknown = async (path: string) => {
      expect(await answer(path), path).toBe(await answer('/nobody'))
      expect(await answer(path, opened), path).toBe(await answer('/nobody', opened))
    }
    for (const path of all) await expectUnknown(path)
    expect((await get('/nobody')).headers).toMatchObject({ location: '/' })
    expect((await get('/olga/with/nobody', opened)).headers).toMatchObject({
      location: '/#/olga/with/nobody',
    })

    await choose({ visibility: 'private' })
    for (const path of ['/olga/with/ben', '/ben/with/olga']) await expectUnknown(path)
    await choose({ visibility: 'public', collection_visibility: 'private', wishlist_visibility: 'private' })
    await expectUnknown('/olga/with/ben')
    await choose({ collection_visibility: null, wishlist_visibility: null })
    expect((await get('/olga/with/ben')).status).toBe(200)
    const redirected = await get('/Olga/with/BEN?tab=only_one_owns')
    expect([redirected.status, redirected.headers.location]).toEqual([
      302,
      '/olga/with/ben?tab=only_one_owns',
    ])
    for (const path of ['/olga/with', '/olga/with/b', '/olga/with/ben/more'])
      expect((await get(path)).status, path).toBe(404)
  })

  /** Gives both people random marks, also rows without a format, and sets with and without a spine. */
  async function own(random: Random, shares: readonly [number, number]): Promise<void> {
    const films = await server.db.query<{ id: number }>('select id from public.films order by spine')
    const sets = await server.db.query<{ id: number }>(
      'select id from public.sets where film_id is null order by id',
    )
    const some = (rows: readonly { id: number }[], of: number) => rows.filter(() => random.chance(of))
    const ticks = () => FORMATS.map(() => random.chance(0.4)).join(', ')
    const columns = FORMATS.map((format) => `owns_${format}`).join(', ')
    const inserts = [olga, ben].flatMap(({ id }, index) => {
      const values = (rows: readonly { id: number }[], further: () => string = () => '') =>
        rows.map((row) => `('${id}', ${row.id}${further()})`).join(', ')
      const share = shares[index] ?? 0
      return (
        [
          [`user_ownership (user_id, film_id, ${columns})`, some(films, share), () => `, ${ticks()}`],
          [`user_sets (user_id, set_id, ${columns})`, some(sets, share), () => `, ${ticks()}`],
          ['user_wishlist (user_id, film_id)', some(films, share / 3), undefined],
        ] as const
      ).map(
        ([into, rows, further]) =>
          rows.length > 0 && `insert into public.${into} values ${values(rows, further)};`,
      )
    })
    await server.db.transaction((tx) =>
      tx.script(`
        delete from public.user_ownership; delete from public.user_sets; delete from public.user_wishlist;
        ${inserts.filter(Boolean).join('\n')}
      `),
    )
  }
})
