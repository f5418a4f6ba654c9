import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { COLUMN_OF_SORT, type SortableFilm } from '../../../web/features/catalogue/films/film-cursor.ts'
import type { FilmList } from '../../../web/features/catalogue/films/film-pages.ts'
import type { Sort, View } from '../../../web/features/catalogue/toolbar/view.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const SORTS = ['spine', 'title', 'year', 'director', 'country'] as const satisfies Sort[]
/** The match rank for "the", computed independently of the ranking function. */
const MATCH = `case when search like 'the%' then 1 when search ~ '(^|[^[:alnum:]])the($|[^[:alnum:]])' then 2 else 3 end`

const HARD = String.raw`"Dr. No", or: (a\b), and(spine.gt.1) * % {x} été 东`

/** Films without a year or country, pages of equal films, and a title with all filter syntax. */
const FILMS = `
  update public.films set year = null where spine % 9 = 0;
  update public.films set country = null where spine % 8 = 0;
  update public.films set title = 'The Same', sort_title = 'Same', director = 'The Same', sort_director = 'Same' where spine between 600 and 720;
  update public.films set title = $hard$${HARD}$hard$, sort_title = $hard$${HARD}$hard$ where spine between 300 and 420;
  analyze public.films;
`

const VIEWS: Omit<View, 'sort'>[] = [
  { q: '', format: 'all' },
  { q: '', format: '4k' },
  { q: 'the', format: 'all' },
  { q: 'same dvd', format: 'all' },
]

/** Anna ticks the films with an even spine, and owns the films of the box sets among them. */
const OWNED = `(spine % 2 = 0 or films.id in (
  select member.film_id from public.set_films member
  join public.sets on sets.id = member.set_id join public.films box on box.id = sets.film_id
  where box.spine % 2 = 0
))`

describe.each(ENGINES)('pages of films on %s', (engine) => {
  let server: TestServer
  let anna: Person
  let web: Awaited<ReturnType<typeof browserCode>>

  beforeAll(async () => {
    server = await startServer(engine)
    await server.db.transaction((tx) => tx.script(FILMS))
    anna = await newPerson(server, 'anna')
    await server.db.query(
      `insert into public.user_ownership (user_id, film_id, owns_dvd)
       select $1, id, true from public.films where spine % 2 = 0`,
      [anna.id],
    )
    web = await browserCode(server)
  })

  afterAll(async () => {
    vi.unstubAllGlobals()
    await server?.close()
  })

  test.each(
    VIEWS.flatMap((view) => SORTS.map((sort) => [sort, view.q, view.format, { ...view, sort }] as const)),
  )(
    'pages by %s with the search "%s" and the format %s contain each film once and in order',
    async (sort, _q, _format, view) => {
      const expected = await spinesOf(sort, conditionOf(view))
      expect(expected.length).toBeGreaterThan(50)
      const { spines, total } = await readAllPages(web.catalogueFilms(view))
      expect(total).toBe(expected.length)
      expect(spines).toEqual(expected)
    },
  )

  test('pages by best match contain each film once and in order', async () => {
    const view = { q: 'the', format: 'all' } as const
    const expected = await spinesOf(MATCH, conditionOf(view))
    expect(expected).not.toEqual(await spinesOf('spine', conditionOf(view)))
    const { spines, total } = await readAllPages(web.catalogueFilms(view))
    expect(total).toBe(expected.length)
    expect(spines).toEqual(expected)
    const owned = await readAllPages(web.profileFilms(anna.id, { owned: true }, view, false))
    expect(owned.spines).toEqual(await spinesOf(MATCH, `${conditionOf(view)} and ${OWNED}`))
  })

  test.each(SORTS)(
    'pages of the films that a person owns, by %s, contain each film once and in order',
    async (sort) => {
      const owned = web.profileFilms(
        anna.id,
        { owned: true },
        { ...VIEWS[0], q: '', format: 'all', sort },
        false,
      )
      expect((await readAllPages(owned)).spines).toEqual(await spinesOf(sort, OWNED))
    },
  )

  test.each([...SORTS, 'best match'] as const)(
    'a page by %s begins after the film that the address names',
    async (order) => {
      const sort = order === 'best match' ? undefined : order
      const view = { q: 'the', format: 'all', sort } as const
      const all = await spinesOf(sort ?? MATCH, conditionOf(view))
      for (const at of [0, 333, all.length - 60]) {
        const { spines, total } = await readAllPages(web.catalogueFilms(view, all[at]))
        expect(total).toBe(all.length)
        expect(spines).toEqual(all.slice(at + 1))
      }
    },
  )

  test('a page begins at the first film if the film that the address names is deleted', async () => {
    const view = { q: '', format: 'all', sort: 'title' } as const
    expect((await readAllPages(web.catalogueFilms(view, 99_999))).spines).toEqual(
      await spinesOf('title', 'true'),
    )
    // The cursor of the spine order needs no film.
    const bySpine = { ...view, sort: 'spine' } as const
    const spines = await spinesOf('spine', 'true')
    await server.db.query('update public.films set spine = 5000 where spine = 100')
    onTestFinished(async () => {
      await server.db.query('update public.films set spine = 100 where spine = 5000')
    })
    expect((await readAllPages(web.catalogueFilms(bySpine, 100))).spines).toEqual([
      ...spines.slice(100),
      5000,
    ])
  })

  test('pages neither repeat nor skip a film while other films are added and deleted', async () => {
    const view = { q: '', format: 'all', sort: 'title' } as const
    const before = await spinesOf('title', 'true')
    const list = web.catalogueFilms(view)
    const read: typeof list.read = async (range, ...rest) => {
      const page = await list.read(range, ...rest)
      const [first] = page.films
      // Each of these changes would shift an offset-based next page by one film.
      if (range.after === null) {
        await server.db.query(
          `insert into public.films (spine, title, director) values (9001, '!', '-'), (9002, '!!', '-')`,
        )
      } else if (first) await server.db.query('delete from public.films where spine = $1', [9001 + deleted++])
      return page
    }
    let deleted = 0
    const { spines } = await readAllPages({ ...list, read })
    expect(spines).toEqual(before)
  })

  test('pages that were on screen are read again with one request per thousand films', async () => {
    const list = web.catalogueFilms({ q: '', format: 'all', sort: 'year' })
    const ranges: number[] = []
    const counting: typeof list = {
      ...list,
      read: (range, ...rest) => {
        ranges.push(range.limit)
        return list.read(range, ...rest)
      },
    }
    const client = new QueryClient()
    web.storePageCount('deep', 23)
    await web.restorePages(client, counting, 'deep')
    expect(ranges).toEqual([1000, 150])
    const data = client.getQueryData(web.filmPagesQuery(list).queryKey)
    expect(data?.pages.map(({ films }) => films.length)).toEqual(Array(23).fill(50))
    const spines = data?.pages.flatMap(({ films }) => films.map(({ spine }) => spine))
    expect(spines).toEqual((await spinesOf('year', 'true')).slice(0, 1150))

    const all = new QueryClient()
    await web.loadAllPages(all, list, 1299)
    const pages = all.getQueryData(web.filmPagesQuery(list).queryKey)?.pages
    expect(pages?.flatMap(({ films }) => films.map(({ spine }) => spine))).toEqual(
      await spinesOf('year', 'true'),
    )
  })

  /** Reads all pages of a list, one after the other. */
  async function readAllPages<Film extends SortableFilm>(list: FilmList<Film>) {
    const { pages } = await new QueryClient().fetchInfiniteQuery({ ...web.filmPagesQuery(list), pages: 1000 })
    const full = pages.slice(0, -1).map(({ films }) => films.length)
    expect(full).toEqual(full.map(() => web.PAGE_SIZE))
    return { spines: pages.flatMap(({ films }) => films.map(({ spine }) => spine)), total: pages[0]?.total }
  }

  /** @param order a sort, or an expression. */
  async function spinesOf(order: string, condition: string): Promise<number[]> {
    const column = (COLUMN_OF_SORT as Record<string, string>)[order] ?? order
    const rows = await server.db.query<{ spine: number }>(
      `select spine from public.films where ${condition} order by ${column}, spine`,
    )
    return rows.map(({ spine }) => spine)
  }
})

function conditionOf({ q, format }: Omit<View, 'sort'>): string {
  if (q === 'same dvd') return `search like '%same%' and dvd`
  const search = q === '' ? 'true' : `search like '%${q}%'`
  return format === '4k' ? `${search} and bluray_4k` : search
}

/** Loads the browser's code for the test server. */
async function browserCode({ url, key }: TestServer) {
  const config = { textContent: JSON.stringify({ supabaseUrl: url, supabaseKey: key }) }
  vi.stubGlobal('document', { getElementById: () => config })
  vi.stubGlobal('location', new URL(url))
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  })
  vi.resetModules()
  return {
    ...(await import('../../../web/features/catalogue/films/film-pages.ts')),
    ...(await import('../../../web/features/catalogue/films/films-query.ts')),
    ...(await import('../../../web/features/catalogue/films/profile-films.ts')),
    ...(await import('../../../web/features/catalogue/films/page-counts.ts')),
  }
}
