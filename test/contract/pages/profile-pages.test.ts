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
    expect(page.match(/content="anna owns 2 of 1,299 Criterion titles\./g)).toHaveLength(2)
    expect(page).toContain('"supabaseKey":"sb_publishable_')
    const again = await get('/anna', { 'if-none-match': response.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
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
