import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSearch } from '../../../domain/search/search.ts'
import { applyFilmSearch } from '../../../web/data/apply-film-search.ts'
import { sendToRest, updateWithoutNotification } from '../../support/cache-requests.ts'
import { explain, readStatement } from '../../support/explain.ts'
import { type Caller, newPerson, type Person, visitor } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('the best matches of a search on %s', (engine) => {
  let server: TestServer
  let anyone: Caller
  let olga: Person

  beforeAll(async () => {
    server = await startServer(engine)
    anyone = visitor(server)
    olga = await newPerson(server, 'olga')
    await server.db.query(
      'insert into public.user_wishlist (user_id, film_id) select $1, id from public.films where spine < 400',
      [olga.id],
    )
  })
  afterAll(() => server?.close())

  async function found(q: string) {
    const search = parseSearch(q)
    const films = anyone.client
      .rpc('ranked_films', { phrase: search.phrase }, { get: true, count: 'exact' })
      .select('spine, title, director, match_rank')
    const { data, count } = await applyFilmSearch(films, search)
      .order('match_rank')
      .order('spine')
      .throwOnError()
    expect(count).toBe(data.length)
    return data as { spine: number; title: string; director: string; match_rank: number }[]
  }

  test('titles that start with the search come first', async () => {
    const films = await found('the red')
    const begins = films.filter(({ title }) => title.startsWith('The Red'))
    expect(begins.length).toBeGreaterThan(1)
    expect(films.slice(0, begins.length)).toEqual(begins)
    // The director is Alfred Hitchcock.
    expect(films.find(({ title }) => title === 'The Lady Vanishes')).toMatchObject({
      spine: 3,
      match_rank: 3,
    })
    expect(films.find(({ title }) => title === 'The Thin Red Line')?.match_rank).toBe(2)
  })

  test('films of the same rank are ordered by spine', async () => {
    const films = await found('the')
    const inOrder = films.toSorted((a, b) => a.match_rank - b.match_rank || a.spine - b.spine)
    expect(films).toEqual(inOrder)
    expect(new Set(films.map(({ match_rank }) => match_rank))).toEqual(new Set([1, 2, 3]))
  })

  test.each([
    ['7', 7, 0],
    ['100', 100, 0],
    ['400 blows', 5, 2],
    ['the 400', 5, 1],
    ['8½', 140, 1],
    ['Ozu', 217, 2],
    ['samurai seven', 2, 2],
    ['strangelove', 821, 2],
    ['vampyr', 437, 1],
  ])('a search for %s gives spine %s the rank %s', async (q, spine, rank) => {
    const films = await found(q)
    expect(films.find((film) => film.spine === spine)?.match_rank).toBe(rank)
    if (rank === 0) expect(films[0]?.spine).toBe(spine)
  })

  test.each(['#2', 'spine 2', 'Spine #2 samurai'])('%s finds spine 2 alone', async (q) => {
    expect((await found(q)).map(({ spine }) => spine)).toEqual([2])
  })

  test('a search in a person’s films returns the same order', async () => {
    const { phrase } = parseSearch('the red')
    const { data } = await anyone.client
      .rpc('profile_films', { of_user: olga.id, phrase }, { get: true })
      .select('spine, match_rank')
      .eq('wishlisted', true)
      .like('search', '*the*')
      .like('search', '*red*')
      .order('match_rank')
      .order('spine')
      .throwOnError()
    const films = (await found('the red')).filter(({ spine }) => spine < 400)
    expect(films.length).toBeGreaterThan(1)
    expect(data).toEqual(films.map(({ spine, match_rank }) => ({ spine, match_rank })))
  })

  test.each([
    ['pattern characters', '% _ \\'],
    ['quotes', `' " $$`],
    ['only punctuation', '| . ,'],
    ['a long word', 'a'.repeat(4000)],
    ['more words than a search has', 'a '.repeat(2000)],
    ['an empty text', ''],
  ])('a search for %s returns ranks quickly', async (_, phrase) => {
    const before = performance.now()
    const ranked = anyone.client.rpc('ranked_films', { phrase }).select('match_rank').order('match_rank')
    const { data } = await ranked.throwOnError()
    expect(data.length).toBe(1000)
    // Searching every film for every word would take a minute.
    expect(performance.now() - before).toBeLessThan(5000)
  })

  test('a search uses the search index and ranks only matching films', async () => {
    const query =
      'phrase=kurosawa&select=id,match_rank&search=like.*kurosawa*&order=match_rank,spine&limit=50'
    const statement = await readStatement(server.db, 'ranked_films', query, 'function')
    const plan = await explain(server.db, 'anon', statement)
    const scans = plan.map((node) => [node['Node Type'], node['Index Name'] ?? node['Relation Name']])
    expect(scans).toContainEqual(['Bitmap Index Scan', 'films_by_search'])
    expect(scans.filter(([type]) => type === 'Seq Scan' || type === 'Function Scan')).toEqual([])
  })

  test('the server caches a visitor’s search until a film changes', async () => {
    const path =
      'rpc/ranked_films?phrase=grand&select=title&search=like.*grand*&order=match_rank,spine&limit=1'
    const title = async () =>
      JSON.parse((await sendToRest(server, path)).body.toString()) as { title: string }[]
    expect(await title()).toEqual([{ title: 'Grand Illusion' }])
    await updateWithoutNotification(server, 1, 'Grand Hotel')
    expect(await title()).toEqual([{ title: 'Grand Illusion' }])
    await server.db.query(`update public.films set title = 'Grand Illusion' where spine = 1`)
    await server.db.query(`update public.films set title = 'Grand Delusion' where spine = 1`)
    expect(await title()).toEqual([{ title: 'Grand Delusion' }])
  })

  test('the server does not cache a signed-in person’s search', async () => {
    const path =
      'rpc/ranked_films?phrase=seven&select=title&search=like.*seven*&order=match_rank,spine&limit=1'
    const response = await sendToRest(server, path, { authorization: `Bearer ${olga.token}` })
    expect([response.status, response.headers['cache-control'], response.headers.etag]).toEqual([
      200,
      'no-store',
      undefined,
    ])
  })
})
