import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('profile page addresses on %s', (engine) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startServer(engine)
    await newPerson(server, 'anna')
    await server.db.query(
      `insert into public.user_ownership (user_id, film_id, owns_dvd, owns_bluray)
       select profiles.id, films.id, spine <> 3, spine = 1 from public.profiles, public.films where spine <= 3`,
    )
  })
  afterAll(() => server.close())

  const get = (path: string, headers = {}) => fetch(server.url + path, { headers, redirect: 'manual' })

  test('the title and link preview of a profile page name the person and the count', async () => {
    const response = await get('/anna')
    const page = await response.text()
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(page).toContain("<title>anna's Collection · Criterion Collection Tracker</title>")
    expect(page).toMatch(/property="og:title"\s+content="anna's Collection · Criterion Collection Tracker"/)
    // The descriptions of the page and of its preview, and the text of the picture.
    expect(page.match(/content="anna owns 2 of 1,299 Criterion titles\./g)).toHaveLength(3)
    expect(page).toContain('"supabaseKey":"sb_publishable_')
    const again = await get('/anna', { 'if-none-match': response.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  const choose = (choices: string) =>
    server.db.query(`update public.profiles set ${choices} where username = 'anna'`)
  const read = async (path: string) => {
    const response = await get(path)
    // React separates texts by comments.
    const html = (await response.text()).replaceAll(/<!--.*?-->/g, '')
    return {
      html,
      state: html.match(/id="state">([^<]*)/)?.[1] ?? '',
      robots: response.headers.get('x-robots-tag'),
    }
  }

  test('a page shows nothing of a part that only its owner sees', async () => {
    await server.db.query(
      `insert into public.user_watched (user_id, film_id)
       select profiles.id, films.id from public.profiles, public.films where spine in (1, 7)`,
    )
    const all = await read('/anna')
    expect(all.html).toContain('2 of 1,299 titles owned')
    expect(all.html).toContain('Watched <span')
    expect(all.html).toContain('aria-label="Marks"')

    await choose(`watched_visibility = 'private'`)
    const owned = await read('/anna')
    expect(owned.html).not.toMatch(/>Watched|aria-label="Marks"|has been watched/)
    expect(owned.state).not.toMatch(/"watched":(true|2)/)
    expect(owned.html).toContain('See which, in which formats and what is on the wishlist.')
    const hidden = await read('/anna?tab=watched')
    expect(hidden.html, 'another list is shown instead').toContain('aria-label="Formats owned"')
    expect(hidden.html).not.toMatch(/>Watched|aria-label="Marks"/)

    await choose(`watched_visibility = null, collection_visibility = 'private'`)
    const watched = await read('/anna')
    expect(watched.html).toContain("<title>anna's Profile · Criterion Collection Tracker</title>")
    expect(watched.html).toContain('content="The Criterion titles that anna has watched and wishes for."')
    expect(watched.html).not.toMatch(/titles owned|Formats owned|data-tab="(all|owned|unowned)"/)
    expect(watched.state).not.toMatch(/"owns_dvd":true|"owned":(true|2)|"catalogue_owned":2/)
    expect(watched.html).toContain('A Night to Remember')

    await choose(`watched_visibility = 'private', wishlist_visibility = 'private'`)
    const nothing = await get('/anna')
    expect([nothing.status, await nothing.text()]).toEqual([
      200,
      expect.stringContaining('anna shows no lists.'),
    ])
    await choose('collection_visibility = null, watched_visibility = null, wishlist_visibility = null')
  })

  test('the pages of an unlisted part are noindex, and the other pages show nothing of it', async () => {
    await choose(`watched_visibility = 'unlisted'`)
    const owned = await read('/anna')
    expect(owned.robots).toBe(null)
    expect(owned.html).not.toMatch(/name="robots"|aria-label="Marks"|Watched <span|has been watched/)
    expect(owned.html, 'people find the list').toContain('>Watched<')
    for (const path of ['/anna?tab=watched', '/anna?mine=unwatched']) {
      const kept = await read(path)
      expect([path, kept.robots]).toEqual([path, 'noindex'])
      expect(kept.html).toContain('<meta name="robots" content="noindex" />')
    }
    expect((await read('/anna?tab=wishlist')).robots).toBe(null)
    expect((await read('/anna?tab=watched')).html).toContain('aria-label="Marks"')
    await choose(`visibility = 'unlisted', watched_visibility = 'public'`)
    for (const path of ['/anna', '/anna?tab=watched']) expect((await read(path)).robots).toBe('noindex')
    await choose(`visibility = 'public', watched_visibility = null`)
    expect((await read('/anna?tab=watched')).robots).toBe(null)
  })

  test('an address in another case redirects to lower case and keeps its query', async () => {
    const response = await get('/Anna?tab=wishlist')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/anna?tab=wishlist'])
    expect((await get('/anna/')).status).toBe(200)
  })

  test('the address of an unknown person redirects to the home page', async () => {
    for (const [path, location] of [
      ['/nobody', '/#/nobody'],
      ['/Nobody?tab=all', '/#/nobody?tab=all'],
      ['/user_1', '/#/user_1'],
      ['/settings', '/#/settings'],
    ] as const) {
      const response = await get(path)
      expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
      const opened = await get(path, { 'sec-fetch-dest': 'document' })
      expect([opened.status, opened.headers.get('location')]).toEqual([302, location])
    }
  })

  test('a reserved username has no profile page', async () => {
    for (const path of ['/ab', '/a.b.c', '/anna/films', '//anna', '/%61nna', `/${'x'.repeat(31)}`]) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
  })
})
