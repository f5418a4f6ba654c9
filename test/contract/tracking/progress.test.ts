import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORMATS } from '../../../domain/film/formats.ts'
import { parseSearch } from '../../../web/app/search-params.ts'
import { setServerReader } from '../../../web/data/supabase.ts'
import { profileFilms } from '../../../web/features/catalogue/films/profile-films.ts'
import { readView } from '../../../web/features/catalogue/toolbar/view.ts'
import { LISTS, readList } from '../../../web/features/profile/lists.ts'
import {
  type ListSearch,
  listHref,
  type Progress,
  type ProgressRow,
  progressOf,
} from '../../../web/features/profile/progress/progress.ts'
import { progressQuery } from '../../../web/features/profile/progress/progress-query.ts'
import { type Caller, newPerson, type Person, visitor } from '../../support/people/people.ts'
import { type Random, seeded } from '../../support/random.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const COLLECTIONS = 5
/** The rows of each long chart whose lists are read, of each collection others. */
const SAMPLE = 10

interface Counted {
  name: string
  films: number
  search: ListSearch
}

describe.each(ENGINES)('the progress of a person on %s', (engine) => {
  let server: TestServer
  let anyone: Caller
  let olga: Person
  let ben: Person

  beforeAll(async () => {
    server = await startServer(engine)
    anyone = visitor(server)
    setServerReader(() => anyone.client)
    olga = await newPerson(server, 'olga')
    ben = await newPerson(server, 'ben')
    await server.db.transaction((tx) =>
      tx.script(`
        update public.films set year = null where spine % 50 = 1;
        update public.films set country = null where spine % 60 = 1;
        update public.films set country = country || ', Atlantis', director = director || ' and Olga O''Hara, "Jr."'
        where spine % 40 = 3;
        insert into public.sets (title) values ('A set without films');
      `),
    )
  })
  afterAll(() => server?.close())

  async function progress(): Promise<Progress> {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const row = await client.fetchQuery(progressQuery('olga', undefined))
    return progressOf(row as ProgressRow)
  }

  /** The total of the list that an address shows. */
  async function listed(search: ListSearch): Promise<number> {
    const [, query = ''] = listHref('olga', search).split('?')
    const params = parseSearch(query)
    const list = profileFilms(olga.id, LISTS[readList(params.tab)], readView(params), false)
    const { signal } = new AbortController()
    return (await list.read({ after: null, limit: 0 }, new QueryClient(), signal)).total ?? -1
  }

  test('each number is the total of the list that it links to, for any collection', async () => {
    const random = seeded(19)
    for (let collection = 0; collection < COLLECTIONS; collection++) {
      await own(random, [0, 0.02, 0.2, 0.6, 1][collection] ?? 0)
      const found = await progress()
      for (const { name, films, search } of numbersOf(found, random)) {
        expect(await listed(search), `${name} of collection ${collection}`).toBe(films)
      }
      expect(found.owned).toBe(found.films.filter(({ owned }) => owned.length > 0).length)
      expect(found.formats.length + found.decades.length).toBeGreaterThan(14)
      expect(found.sets.length).toBeGreaterThan(10)
    }
  })

  test('a person who owns every film owns all of each chart', async () => {
    await server.db.query('delete from public.user_ownership')
    await server.db.query(
      `insert into public.user_ownership (user_id, film_id, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k)
       select $1, id, laserdisc, dvd or not (laserdisc or bluray or bluray_4k), bluray, bluray_4k from public.films`,
      [olga.id],
    )
    const { films, owned, formats, decades, countries, directors, sets } = await progress()
    expect([films.length, owned]).toEqual([1299, 1299])
    for (const share of [...formats, ...decades, ...countries, ...directors, ...sets]) {
      expect([share.label, share.owned]).toEqual([share.label, share.released])
    }
    expect(sets.every(({ isComplete }) => isComplete)).toBe(true)
  })

  test('only the owner gets when copies were acquired', async () => {
    const { data: found } = await olga.client
      .from('sets')
      .select('id')
      .is('film_id', null)
      .limit(1)
      .single()
      .throwOnError()
    const set = found.id
    const dates = ['2019-04-02', '2019-04', '2019']
    await olga.client
      .from('user_copies')
      .insert(dates.map((acquired_on) => ({ film_id: 1, format: 'dvd', acquired_on })))
      .throwOnError()
    await olga.client.from('user_copies').insert({ set_id: set, format: 'dvd' }).throwOnError()
    await ben.client
      .from('user_copies')
      .insert({ film_id: 1, format: 'dvd', acquired_on: '2001' })
      .throwOnError()
    const acquiredFor = async (caller: Caller, name: string) =>
      (await caller.client.rpc('profile_progress', { of_username: name }).single().throwOnError()).data
        .acquired
    const spine = (await olga.client.from('films').select('spine').eq('id', 1).single().throwOnError()).data
      .spine
    const of = (...spines: number[]) => ({ spines, sets: [] })
    const acquired = { '2019-04': of(spine, spine), '2019': of(spine), '': { spines: [], sets: [set] } }
    expect(await acquiredFor(olga, 'olga')).toEqual(acquired)
    for (const caller of [anyone, ben]) expect(await acquiredFor(caller, 'olga')).toBeNull()
  })

  test('there is no progress of an unknown or private person', async () => {
    const answer = async (caller: Caller, name: string) =>
      (await caller.client.rpc('profile_progress', { of_username: name }).throwOnError()).data
    expect(await answer(anyone, 'zoe')).toEqual([])
    expect(await answer(anyone, 'Olga')).toHaveLength(1)
    await olga.client.from('profiles').update({ visibility: 'private' }).eq('id', olga.id).throwOnError()
    for (const caller of [anyone, ben]) expect(await answer(caller, 'olga')).toEqual([])
    expect(await answer(olga, 'olga')).toMatchObject([{ user_id: olga.id, visibility: 'private' }])
    await olga.client.from('profiles').update({ visibility: 'public' }).eq('id', olga.id).throwOnError()
  })

  test.each([
    [{ collection_visibility: 'private' }, undefined],
    [{ watched_visibility: 'private' }, { watched: null, wished: 1, visibility: 'public' }],
    [{ wishlist_visibility: 'unlisted' }, { watched: [1], wished: null, visibility: 'public' }],
    [
      { collection_visibility: 'unlisted', wishlist_visibility: 'unlisted' },
      { watched: [1], wished: 1, visibility: 'unlisted' },
    ],
  ])('with %j others see %j', async (choices, shown) => {
    const own = { user_id: olga.id, film_id: 1 }
    await server.db.query('delete from public.user_watched')
    await server.db.query('delete from public.user_wishlist')
    await olga.client.from('user_watched').insert(own).throwOnError()
    await olga.client.from('user_wishlist').insert(own).throwOnError()
    const all = { collection_visibility: null, watched_visibility: null, wishlist_visibility: null }
    const choose = (chosen: object) =>
      olga.client.from('profiles').update(chosen).eq('id', olga.id).throwOnError()
    const spine = (await olga.client.from('films').select('spine').eq('id', 1).single().throwOnError()).data
      .spine
    const answer = async (caller: Caller) =>
      (await caller.client.rpc('profile_progress', { of_username: 'olga' }).throwOnError()).data
    await choose({ ...all, ...choices })
    for (const caller of [anyone, ben]) {
      const seen = shown && { ...shown, watched: shown.watched && [spine] }
      expect(await answer(caller)).toMatchObject(seen ? [seen] : [])
    }
    expect(await answer(olga)).toMatchObject([{ watched: [spine], wished: 1 }])
    await choose(all)
  })

  /** Gives the person random marks, also of formats that were not released, and sets with and without a spine. */
  async function own(random: Random, share: number): Promise<void> {
    const films = await server.db.query<{ id: number }>('select id from public.films order by spine')
    const sets = await server.db.query<{ id: number }>(
      'select id from public.sets where film_id is null order by id',
    )
    const some = (rows: readonly { id: number }[], of: number) => rows.filter(() => random.chance(of))
    const ticks = () => FORMATS.map(() => random.chance(0.4)).join(', ')
    const columns = FORMATS.map((format) => `owns_${format}`).join(', ')
    const values = (rows: readonly { id: number }[], further: () => string = () => '') =>
      rows.map(({ id }) => `('${olga.id}', ${id}${further()})`).join(', ')
    const inserts = (
      [
        [`user_ownership (user_id, film_id, ${columns})`, some(films, share), () => `, ${ticks()}`],
        [`user_sets (user_id, set_id, ${columns})`, some(sets, share), () => `, ${ticks()}`],
        ['user_watched (user_id, film_id)', some(films, 0.3), undefined],
        ['user_wishlist (user_id, film_id)', some(films, 0.05), undefined],
      ] as const
    ).map(
      ([into, rows, further]) =>
        rows.length > 0 && `insert into public.${into} values ${values(rows, further)};`,
    )
    await server.db.transaction((tx) =>
      tx.script(`
        delete from public.user_ownership; delete from public.user_sets;
        delete from public.user_watched; delete from public.user_wishlist;
        ${inserts.filter(Boolean).join('\n')}
      `),
    )
  }
})

/** The numbers of all charts with the lists that they link to, and those of the lists that they are parts of. */
function numbersOf(progress: Progress, random: Random): Counted[] {
  const { formats, decades, countries, directors, sets, seen } = progress
  const sample = <Row>(rows: readonly Row[]) => Array.from({ length: SAMPLE }, () => random.pick(rows))
  const shares = [...formats, ...decades, ...sample(countries), ...sample(directors), ...sample(sets)]
  return [
    { name: 'owned', films: progress.owned, search: {} },
    { name: 'all', films: progress.films.length, search: { tab: 'all' } },
    { name: 'watched', films: progress.watched ?? Number.NaN, search: { tab: 'watched' } },
    {
      name: 'wished',
      films: progress.wished ?? Number.NaN,
      search: { tab: 'wishlist' } as unknown as ListSearch,
    },
    ...shares.flatMap(({ label, owned, released, search }) => [
      { name: label, films: owned, search },
      {
        name: `${label}, released`,
        films: released,
        search: { ...search, owned: undefined, tab: 'all' as const },
      },
    ]),
    ...Object.entries(seen ?? {}).flatMap(([own, row]) =>
      Object.entries(row).map(([watched, figure]) => ({ name: `${own} and ${watched}`, ...figure })),
    ),
  ]
}
