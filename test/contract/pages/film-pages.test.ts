import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cacheCounts } from '../../support/cache-requests.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const HOSTILE = '</script><script>alert("1")</script> & <b>'

describe.each(ENGINES)('film pages on %s', (engine) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startServer(engine)
  })
  afterAll(() => server.close())

  const get = (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, { redirect: 'manual', ...init })
  const page = async (path: string) => (await get(path)).text()
  const insert = (spine: number, title: string) =>
    server.db.query(
      `insert into public.films (spine, title, director, dvd) values ($1, $2, 'Nobody', true)`,
      [spine, title],
    )
  const remove = (spine: number) => server.db.query('delete from public.films where spine = $1', [spine])

  test('a film’s page contains the film, its formats, its links and its neighbours', async () => {
    const html = await page('/spine/2')
    expect(textOf(html, 'h1')).toEqual(['Seven Samurai'])
    for (const filter of [
      'director=Akira+Kurosawa',
      'country=Japan',
      'from=1954&amp;to=1954',
      'time=200-209',
    ]) {
      expect(html).toContain(`<a href="/?${filter}"`)
    }
    const rows = textOf(html, 'tr').slice(1)
    expect(rows).toEqual([
      'LaserDiscOut of printLD',
      'DVDIn printDVD',
      'Blu-rayIn printBD',
      '4K Ultra HDIn print4K',
    ])
    expect(html).toContain('href="https://www.imdb.com/title/tt0047478/"')
    expect(shelfIn(html)).toHaveLength(62)
    expect(shelfIn(html).slice(0, 3)).toEqual([1, 2, 3])
    expect(html).toMatch(/rel="prev" [^>]*href="\/spine\/1"/)
    expect(html).toMatch(/rel="next" [^>]*href="\/spine\/3"/)
    expect(html).not.toContain('needs JavaScript')
  })

  test('the neighbours are the films with the next spines, however far they are', async () => {
    await insert(900_000_000, 'Far Away')
    const html = await page('/spine/900000000')
    expect(shelfIn(html)).toEqual([...Array.from({ length: 40 }, (_, index) => 1260 + index), 900_000_000])
    expect(html).not.toContain('rel="next"')
    await remove(900_000_000)
  })

  test('the head of a film’s page has its title, description, canonical address and picture', async () => {
    const html = await page('/spine/2')
    expect(html).toContain('<title>Seven Samurai (1954) · Criterion Collection Tracker</title>')
    const description =
      'Seven Samurai (1954) by Akira Kurosawa: spine 2 of the Criterion Collection, released on LaserDisc, DVD, Blu-ray and 4K Ultra HD.'
    expect(contentsOf(html, 'name="description"')).toEqual([description])
    expect(contentsOf(html, 'property="og:description"')).toEqual([description])
    expect(contentsOf(html, 'property="og:title"')).toEqual([
      'Seven Samurai (1954) · Criterion Collection Tracker',
    ])
    expect(contentsOf(html, 'property="og:type"')).toEqual(['video.movie'])
    expect(contentsOf(html, 'property="og:image"')).toEqual(['/spine/2.png'])
    expect(html.match(/<link rel="canonical"[^>]*>/g)).toEqual(['<link rel="canonical" href="/spine/2" />'])
    expect(html, 'an address without a host is of no use to a preview').not.toContain('og:url')
  })

  test('a film’s page has the film as schema.org data', async () => {
    expect(dataIn(await page('/spine/2'))).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Movie',
      name: 'Seven Samurai',
      url: '/spine/2',
      image: expect.stringMatching(/^https:/),
      dateCreated: '1954',
      duration: 'PT207M',
      director: [{ '@type': 'Person', name: 'Akira Kurosawa' }],
      countryOfOrigin: [{ '@type': 'Country', name: 'Japan' }],
      sameAs: [
        'https://www.criterion.com/films/165-seven-samurai',
        'https://www.imdb.com/title/tt0047478/',
        expect.stringMatching(/^https:\/\/(boxd\.it|letterboxd\.com)\//),
        'https://en.wikipedia.org/wiki/Seven_Samurai',
      ],
    })
  })

  test('a film’s page has a running time only if it is known', async () => {
    await insert(7001, 'Timed')
    expect(await page('/spine/7001')).not.toContain('Running time')
    await server.db.query('update public.films set running_time = 207 where spine = 7001')
    await expect.poll(() => page('/spine/7001')).toContain('>207 min<')
    expect(dataIn(await page('/spine/7001'))).toMatchObject({ duration: 'PT207M' })
    await remove(7001)
  })

  test('an unknown, a deleted or a malformed spine is answered with the 404 page, which no cache stores', async () => {
    for (const path of [
      '/spine/7000',
      '/spine/abc',
      '/spine/0',
      '/spine/-2',
      '/spine/2/3',
      '/spine/9999999999',
    ]) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(response.headers.get('cache-control')).toBe('no-store')
      const html = await response.text()
      expect(html).toContain('<title>Page not found · ')
      expect(html).not.toContain('rel="canonical"')
    }
    await insert(7000, 'Short-lived')
    await expect.poll(async () => (await get('/spine/7000')).status).toBe(200)
    await remove(7000)
    await expect.poll(async () => (await get('/spine/7000')).status).toBe(404)
  })

  test('other forms of the address redirect to the canonical one', async () => {
    for (const [path, canonical] of [
      ['/spine/007', '/spine/7'],
      ['/spine/2/', '/spine/2'],
      ['/spine/02?utm_source=letter', '/spine/2?utm_source=letter'],
    ] as const) {
      const response = await get(path)
      expect([response.status, response.headers.get('location')]).toEqual([302, canonical])
    }
  })

  test('a film’s page is cached until a film changes', async () => {
    const first = await get('/spine/3')
    const etag = first.headers.get('etag') ?? ''
    expect((await get('/spine/3?utm_source=letter')).headers.get('etag')).toBe(etag)
    expect((await get('/spine/3', { headers: { 'if-none-match': etag } })).status).toBe(304)
    const rename = (title: string) =>
      server.db.query('update public.films set title = $1 where spine = 3', [title])
    await rename(HOSTILE)
    await expect.poll(() => page('/spine/3')).toContain('&lt;script&gt;alert(')
    const html = await page('/spine/3')
    expect(html).not.toContain('<script>alert')
    expect(dataIn(html)).toMatchObject({ name: HOSTILE })
    await rename('The Lady Vanishes')
    await expect.poll(async () => (await get('/spine/3')).headers.get('etag')).toBe(etag)
  })

  describe('of box sets', () => {
    const ids = new Map<string, number>()

    beforeAll(async () => {
      // Those of the catalogue.
      await server.db.query('delete from public.sets')
      const insert = async (
        title: string,
        spine: number | null,
        films: [spine: number | null, title?: string][],
      ) => {
        const [set] = await server.db.query<{ id: number }>(
          `insert into public.sets (title, film_id) values ($1, (select id from public.films where spine = $2)) returning id`,
          [title, spine],
        )
        ids.set(title, Number(set?.id))
        for (const [index, [member, name]] of films.entries()) {
          await server.db.query(
            `insert into public.set_films (set_id, position, film_id, title)
             values ($1, $2, (select id from public.films where spine = $3), $4)`,
            [Number(set?.id), index + 1, member, name ?? null],
          )
        }
      }
      await insert('Three <Outlaws>', null, [[24], [2], [null, 'Lost & Found']])
      await insert('The Orphic Trilogy', 66, [[67], [68], [69]])
    })

    const idOf = (title: string) => ids.get(title) ?? 0

    test('a film’s page names the sets that hold it, and a set’s page lists its films', async () => {
      const path = `/set/${idOf('Three <Outlaws>')}`
      const film = await page('/spine/2')
      expect(film).toContain(`<a href="${path}"`)
      expect(textOf(film, 'h2')).toContain('In Three &lt;Outlaws&gt;')
      expect(film).toContain('>3 films<')
      expect(await page('/spine/3')).not.toContain('Outlaws')

      const set = await page(path)
      expect(textOf(set, 'h1')).toEqual(['Three &lt;Outlaws&gt;'])
      const [films = ''] = set.match(/<ol.*<\/ol>/s) ?? []
      expect(Array.from(films.matchAll(/href="([^"]*)"/g), ([, href]) => href)).toEqual([
        '/spine/24',
        '/spine/2',
      ])
      expect(textOf(films, 'p')).toEqual([
        'High and Low Akira Kurosawa\u2009·\u20091963',
        'Seven Samurai Akira Kurosawa\u2009·\u20091954',
        'Lost &amp; Found ',
      ])
    })

    test('a set’s page has its metadata', async () => {
      const html = await page(`/set/${idOf('Three <Outlaws>')}`)
      expect(html).toContain('<title>Three &lt;Outlaws&gt; · Criterion Collection Tracker</title>')
      expect(html).toContain(`<link rel="canonical" href="/set/${idOf('Three <Outlaws>')}" />`)
      expect(contentsOf(html, 'name="description"')).toEqual([
        'Three &lt;Outlaws&gt;: a box set of 3 films from the Criterion Collection.',
      ])
      expect(dataIn(html)).toMatchObject({
        '@type': 'Collection',
        hasPart: [
          { name: 'High and Low', url: '/spine/24' },
          { name: 'Seven Samurai' },
          { name: 'Lost & Found' },
        ],
      })
    })

    test('a set with a spine is shown at its spine', async () => {
      const path = `/set/${idOf('The Orphic Trilogy')}`
      const response = await get(path)
      expect([response.status, response.headers.get('location')]).toEqual([302, '/spine/66'])
      const own = await page('/spine/66')
      const [films = ''] = own.match(/<ol.*<\/ol>/s) ?? []
      expect(textOf(films, 'p')).toEqual([
        expect.stringMatching(/^The Blood of a Poet /),
        expect.stringMatching(/^Orpheus /),
        expect.stringMatching(/^Testament of Orpheus /),
      ])
      expect(await page('/spine/67')).toContain('<a href="/spine/66"')
    })

    test('an unknown or malformed id is answered with the 404 page', async () => {
      for (const path of ['/set/123456', '/set/abc', '/set/0']) {
        const response = await get(path)
        expect([path, response.status, response.headers.get('cache-control')]).toEqual([
          path,
          404,
          'no-store',
        ])
      }
      const path = `/set/${idOf('Three <Outlaws>')}`
      const redirected = await get(path.replace('/set/', '/set/0'))
      expect([redirected.status, redirected.headers.get('location')]).toEqual([302, path])
    })

    test('the pages of a set and of its films change as soon as the set does', async () => {
      const id = idOf('Three <Outlaws>')
      await page('/spine/2')
      await server.db.query(`update public.sets set title = 'Outlaws' where id = $1`, [id])
      for (const path of ['/spine/2', `/set/${id}`])
        await expect.poll(() => page(path)).toContain('>Outlaws<')
      await server.db.query(
        `update public.set_films set title = 'Found' where set_id = $1 and position = 3`,
        [id],
      )
      await expect.poll(() => page(`/set/${id}`)).toContain('>Found<')
      await server.db.query(`update public.sets set title = 'Three <Outlaws>' where id = $1`, [id])
    })

    test('the sitemap lists the sets that have no spine', async () => {
      const sitemap = await page('/sitemap.xml')
      expect(sitemap).toContain(`/set/${idOf('Three <Outlaws>')}</loc>`)
      expect(sitemap).not.toContain(`/set/${idOf('The Orphic Trilogy')}</loc>`)
    })

    test('the sets of a film are read along indexes and cached', async () => {
      const address = '/rest/v1/rpc/set_members?of_spine=2&order=set_id,position'
      const read = () => get(address, { headers: { apikey: server.key } })
      expect(await (await read()).json()).toHaveLength(3)
      // A notification of the test's own writes may still remove the first response.
      await expect
        .poll(async () => {
          const { misses } = cacheCounts()
          await read()
          return cacheCounts().misses - misses
        })
        .toBe(0)
    })
  })

  test('the sitemap lists the home page and the pages of all films, and robots.txt names it', async () => {
    const { host } = new URL(server.url)
    const sitemap = await get('/sitemap.xml')
    expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const [{ spines } = { spines: [] }] = await server.db.query<{ spines: number[] }>(
      'select json_agg(spine order by spine) as spines from public.films',
    )
    const addresses = Array.from(
      (await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g),
      ([, address]) => address,
    )
    expect(addresses.filter((address) => !address?.includes('/set/'))).toEqual(
      ['/', ...spines.map((spine) => `/spine/${spine}`)].map((path) => server.url + path),
    )
    expect(addresses.length).toBeGreaterThan(1299)

    const etag = sitemap.headers.get('etag') ?? ''
    expect((await get('/sitemap.xml', { headers: { 'if-none-match': etag } })).status).toBe(304)
    await insert(7002, 'New')
    await expect.poll(() => page('/sitemap.xml')).toContain('/spine/7002<')
    await remove(7002)
    await expect.poll(() => page('/sitemap.xml')).not.toContain('/spine/7002<')

    const robots = await get('/robots.txt')
    expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect((await robots.text()).split('\n')).toContain(`Sitemap: http://${host}/sitemap.xml`)
  })

  test('the sitemap names the host of the request, as text', async () => {
    const { body } = await server.app.inject({ url: '/sitemap.xml', headers: { host: 'a.example&<b>' } })
    expect(body).not.toContain('<b>')
    const other = await server.app.inject({ url: '/sitemap.xml', headers: { host: 'two.example' } })
    expect(other.body).toContain('<loc>http://two.example/spine/2</loc>')
  })
})

describe('the pages of a site whose address is known', () => {
  test('name it in the canonical address, the preview and the sitemap', async () => {
    const server = await startServer('pglite', { SITE_URL: 'https://films.example' })
    const get = async (url: string) =>
      (await server.app.inject({ url, headers: { host: 'other.example' } })).body
    const html = await get('/spine/2')
    expect(html).toContain('<link rel="canonical" href="https://films.example/spine/2" />')
    expect(contentsOf(html, 'property="og:url"')).toEqual(['https://films.example/spine/2'])
    expect(dataIn(html)).toMatchObject({ url: 'https://films.example/spine/2' })
    expect(await get('/sitemap.xml')).toContain('<loc>https://films.example/spine/1299</loc>')
    expect(await get('/robots.txt')).toContain('Sitemap: https://films.example/sitemap.xml')
    await server.close()
  })
})

/** The spines on the shelf. */
function shelfIn(html: string): number[] {
  const [, shelf = ''] = html.split('aria-label="Neighbours by spine"')
  const links = shelf.matchAll(/<li [^>]*><a [^>]*href="\/spine\/(\d+)"/g)
  return Array.from(links, ([, spine]) => Number(spine))
}

/** The texts of all elements with a name. */
function textOf(html: string, name: string): string[] {
  const elements = html.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))
  return Array.from(elements, ([, content = '']) => content.replaceAll(/<[^>]*>/g, ''))
}

/** The contents of the `meta` elements with an attribute. */
function contentsOf(html: string, attribute: string): (string | undefined)[] {
  const elements = html.matchAll(new RegExp(`<meta\\s+${attribute}\\s+content="([^"]*)"`, 'g'))
  return Array.from(elements, ([, content]) => content)
}

function dataIn(html: string): unknown {
  const [, data = 'null'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(data)
}
