import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentTitle, PAGE_TITLES } from '../../../domain/page-titles.ts'
import { PATHS, type PageName } from '../../../domain/paths.ts'
import { cacheCounts, notificationsDelivered } from '../../support/cache-requests.ts'
import { newPerson } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

/** The home page, a film, a profile and the page to sign in. */
const RENDERED = ['/', '/spine/2', '/anna', '/auth']
const HOSTILE = '</script><script>alert("1")</script> & <b>'

describe.each(ENGINES)('rendered pages on %s', (engine) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startServer(engine)
    await newPerson(server, 'anna')
    await server.db.query(
      `insert into public.user_ownership (user_id, film_id, owns_dvd)
       select profiles.id, films.id, true from public.profiles, public.films where spine <= 60`,
    )
  })
  afterAll(() => server.close())

  const get = (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, { redirect: 'manual', ...init })
  const page = async (path: string) => (await get(path)).text()

  async function titles(order: string, where = 'true'): Promise<string[]> {
    const rows = await server.db.query<{ title: string }>(
      `select title from public.films where ${where} order by ${order} limit 50`,
    )
    return rows.map(({ title }) => title)
  }

  test('a rendered page contains the first 50 films of the view in order', async () => {
    expect(titlesIn(await page('/'))).toEqual(await titles('spine'))
    expect(titlesIn(await page('/?sort=title&format=4k'))).toEqual(
      await titles('sort_title, spine', 'bluray_4k'),
    )
    expect(titlesIn(await page('/?q=kurosawa&sort=year'))).toEqual(
      await titles('year, spine', `director like '%Kurosawa%'`),
    )
    expect(titlesIn(await page('/?after=50'))).toEqual(await titles('spine', 'spine > 50'))
    expect(await page('/?q=nothing+is+called+so')).toContain('No films match “nothing is called so”.')
  })

  test('a rendered page loads each film’s box art without a referrer', async () => {
    const films = await server.db.query<{ box_art_url: string }>(
      'select box_art_url from public.films order by spine limit 50',
    )
    const images = (await page('/')).match(/<img [^>]*>/g) ?? []
    expect(images).toHaveLength(50)
    for (const [place, image] of images.entries()) {
      // A smaller size of the same picture.
      const [picture = '-'] = films[place]?.box_art_url.split('_') ?? []
      expect(image).toContain(`src="${picture}`)
      expect(image).toContain('referrerPolicy="no-referrer"')
    }
  })

  test('a rendered page shows the number of films without scripts', async () => {
    const html = await page('/?format=laserdisc')
    const [row] = await server.db.query<{ count: string }>(
      'select count(*)::text as count from public.films where laserdisc',
    )
    expect(html).toContain(`Showing 50 of ${row?.count} titles`)
    expect(html).not.toContain('needs JavaScript')
    expect(await page('/account')).toContain('This page needs JavaScript.')
  })

  test.each(Object.entries(PATHS))('the page %s is served with its own title', async (name, path) => {
    const title = documentTitle(PAGE_TITLES[name as PageName])
    const html = await page(path)
    expect(html).toContain(`<title>${title}</title>`)
    expect(html).toContain(`property="og:title" content="${title}"`)
  })

  test('a rendered sign-in page contains the form, which has no target without scripts', async () => {
    const html = await page('/auth')
    expect(html).toContain('content="Sign in to your collection of Criterion titles, or start one."')
    expect(html).toContain('Welcome back</h1>')
    expect(html.match(/<form [^>]*>/g)).toEqual([expect.stringContaining('method="dialog"')])
    expect(html).toContain('Signing in needs JavaScript')
    expect(await page('/auth?next=%2Faccount&utm_source=letter')).toBe(html)
    expect(await page('/auth/')).toBe(html)
  })

  test('a rendered page loads its code after the first paint', async () => {
    for (const path of RENDERED) {
      const [seen = '', code = ''] = (await page(path)).split(/<template id="code">(.*?)<\/template>/s)
      expect(seen, path).not.toMatch(/type="module"|modulepreload/)
      expect(code.match(/<script type="module" async/g)?.length, path).toBeGreaterThan(1)
      expect(code.includes('modulepreload'), path).toBe(path !== '/')
    }
  })

  test('a rendered profile page contains the requested list and its counts', async () => {
    expect(titlesIn(await page('/anna'))).toEqual(await titles('spine', 'spine <= 60'))
    expect(titlesIn(await page('/anna?tab=unowned&sort=title'))).toEqual(
      await titles('sort_title, spine', 'spine > 60'),
    )
    expect((await page('/anna?tab=unowned')).replaceAll(/<[^>]*>/g, '')).toContain('Owned (60)')
    expect(await page('/anna?tab=wishlist')).toContain('anna has an empty wishlist.')
  })

  test('a rendered page depends only on the view, not on other parameters or the caller', async () => {
    const first = await get('/?sort=year')
    for (const [path, headers] of [
      ['/?sort=year&utm_source=letter&format=all&q=', {}],
      ['/?format=nonsense&sort=year&after=-1', { cookie: 'a=b', authorization: 'Bearer x' }],
    ] as const) {
      const response = await get(path, { headers })
      expect(response.headers.get('etag')).toBe(first.headers.get('etag'))
      expect(await response.text()).toContain('Showing 50 of 1,299 titles')
    }
    expect((await get(`/?q=${'x'.repeat(5000)}`)).status).toBe(200)
  })

  test('a rendered page has the requested encoding and preload headers', async () => {
    for (const path of RENDERED) {
      for (const coding of ['br', 'gzip']) {
        const { headers } = await get(path, { headers: { 'accept-encoding': coding } })
        expect([path, headers.get('content-encoding')]).toEqual([path, coding])
      }
      const response = await get(path)
      const [, styles = ''] =
        /<link rel="stylesheet" crossorigin href="([^"]+)"/.exec(await response.text()) ?? []
      expect(response.headers.get('link')).toBe(
        `</before-paint.js>; rel=preload; as=script, <${styles}>; rel=preload; as=style; crossorigin`,
      )
    }
  })

  test('a matching ETag returns 304, and HEAD returns no body', async () => {
    for (const path of RENDERED) {
      const etag = (await get(path)).headers.get('etag') ?? ''
      const again = await get(path, { headers: { 'if-none-match': etag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      const head = await get(path, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(await head.text()).toBe('')
    }
  })

  test('a rendered page changes as soon as a film changes', async () => {
    const film = 'title = $1 where spine = 2'
    const [{ title } = { title: '' }] = await server.db.query<{ title: string }>(
      'select title from public.films where spine = 2',
    )
    const etag = (await get('/')).headers.get('etag')
    await server.db.query(`update public.films set ${film}`, [HOSTILE])
    await expect.poll(() => page('/')).toContain('&lt;script&gt;alert(&quot;1&quot;)')
    expect((await get('/')).headers.get('etag')).not.toBe(etag)
    for (const path of ['/', '/anna', `/?q=${encodeURIComponent(HOSTILE)}`, '/anna?q=%3C/script%3E']) {
      const html = await page(path)
      expect(html).not.toContain('<script>alert')
      const [, state = ''] = /id="state">(.*?)<\/script>/s.exec(html) ?? []
      expect(state.length).toBeGreaterThan(100)
      expect(state).not.toContain('<')
      expect(JSON.stringify(JSON.parse(state))).toContain(JSON.stringify(HOSTILE).slice(1, -1))
    }
    await server.db.query(`update public.films set ${film}`, [title])
    await expect.poll(() => page('/')).not.toContain('alert(')
  })

  test('a page is rendered once for all host names', async () => {
    await notificationsDelivered(server)
    for (const url of RENDERED) {
      const first = await server.app.inject({ url })
      const { misses } = cacheCounts()
      for (const host of ['one.example', 'two.example:81', 'three.example']) {
        const { headers, body } = await server.app.inject({ url, headers: { host } })
        expect([headers.etag, body]).toEqual([first.headers.etag, first.body])
      }
      expect(cacheCounts().misses).toBe(misses)
      expect(first.body).toContain('"supabaseUrl":"/"')
    }
    const settings = await server.app.inject({ url: '/config.json', headers: { host: 'one.example:81' } })
    expect(settings.json()).toMatchObject({ supabaseUrl: 'http://one.example:81' })
  })

  test('a rendered page contains nothing that a visitor may not read', async () => {
    await server.db.query(`update public.profiles set visibility = 'private' where username = 'anna'`)
    const response = await get('/anna')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
    await server.db.query(`update public.profiles set visibility = 'unlisted' where username = 'anna'`)
    const unlisted = await get('/anna')
    expect(unlisted.headers.get('x-robots-tag')).toBe('noindex')
    expect(titlesIn(await unlisted.text())).toHaveLength(50)
    await server.db.query(`update public.profiles set visibility = 'public' where username = 'anna'`)
  })

  test('an unknown page is rendered, without films', async () => {
    const response = await get('/no/such/page')
    const html = await response.text()
    expect([response.status, titlesIn(html)]).toEqual([404, []])
    expect(html).toContain('<title>Page not found · Criterion Collection Tracker</title>')
    expect(html).toMatch(/<div id="root">.*Oops! Page not found/s)
  })
})

/** Returns the titles of the cards as a browser shows them. */
function titlesIn(html: string): string[] {
  const found = [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, title = '']) =>
    title.replaceAll(/<[^>]*>/g, ''),
  )
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return found.map((title) => title.replace(/&(#?\w+);/g, (all, name) => signs[name] ?? all))
}
