import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { startSiteForTest } from '../../support/site/started-site.ts'
import { ENGINES, newTestDatabase } from '../../support/site/test-database.ts'

const SITE_URL = 'https://films.example.org'
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

describe.each(ENGINES)('pictures for link previews on %s', (engine) => {
  let server: TestServer
  let anna: Person

  beforeAll(async () => {
    server = await startServer(engine, { SITE_URL })
    anna = await newPerson(server, 'anna')
    await own('anna', 1, 3)
  })
  afterAll(() => server?.close())

  const get = (path: string, headers = {}, method = 'GET') =>
    fetch(server.url + path, { method, headers, redirect: 'manual' })

  async function picture(path: string) {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 200])
    const { size, bytes } = decode(new Uint8Array(await response.arrayBuffer()))
    expect(size).toEqual([1200, 630])
    return { bytes, tag: response.headers.get('etag') ?? '', headers: response.headers }
  }

  const own = (username: string, from: number, to: number) =>
    server.db.query(
      `insert into public.user_ownership (user_id, film_id, owns_dvd)
       select profiles.id, films.id, true from public.profiles, public.films
       where username = $1 and spine between $2::int and $3::int`,
      [username, from, to],
    )
  const setVisibility = (username: string, visibility: string) =>
    server.db.query('update public.profiles set visibility = $2 where username = $1', [username, visibility])

  test('the site, a film and a person have a picture of 1200 × 630, with an ETag', async () => {
    const tags = new Set<string>()
    for (const path of ['/site.png', '/spine/2.png', '/spine/3.png', '/anna.png']) {
      const { tag, headers } = await picture(path)
      expect(headers.get('content-type')).toBe('image/png')
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(headers.get('x-robots-tag')).toBeNull()
      tags.add(tag)
      const unchanged = await get(path, { 'if-none-match': tag })
      expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    }
    expect(tags.size).toBe(4)
  })

  test('a picture is not compressed again, and HEAD has the headers of GET', async () => {
    const full = await get('/spine/2.png', { 'accept-encoding': 'br, gzip' })
    expect(full.headers.get('content-encoding')).toBeNull()
    const length = String((await full.arrayBuffer()).byteLength)
    expect(full.headers.get('content-length')).toBe(length)
    const head = await get('/spine/2.png', {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, length, ''])
    expect(head.headers.get('etag')).toBe(full.headers.get('etag'))
  })

  test('a film that is not in the catalogue and a malformed address have no picture', async () => {
    for (const path of ['/spine/7000.png', '/spine/0.png', '/spine/02.png', '/spine/two.png', '/a.b.png']) {
      const response = await get(path)
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 404, 'no-store'])
    }
  })

  test('the picture of a film changes with what it shows, and with nothing else', async () => {
    const before = await picture('/spine/5.png')
    const other = await picture('/spine/6.png')
    await server.db.query("update public.films set title = 'The 401 Blows' where spine = 5")
    await expect.poll(async () => (await picture('/spine/5.png')).tag).not.toBe(before.tag)
    expect((await picture('/spine/6.png')).tag).toBe(other.tag)
    await server.db.query(
      "update public.films set title = 'The 400 Blows', ebay_link = 'https://www.ebay.com/1' where spine = 5",
    )
    await expect.poll(async () => (await picture('/spine/5.png')).tag).toBe(before.tag)
  })

  test('the picture of a profile changes with a tick, and not with what only its owner sees', async () => {
    const before = await picture('/anna.png')
    await anna.client
      .from('user_copies')
      .insert({ film_id: 1, format: 'dvd', place: 'a secret shelf', price: 99, currency: 'EUR' })
      .throwOnError()
    expect((await picture('/anna.png')).tag).toBe(before.tag)
    await own('anna', 10, 10)
    const after = await picture('/anna.png')
    expect(after.tag).not.toBe(before.tag)
    expect((await picture('/ANNA.png')).tag).toBe(after.tag)
  })

  test('a private person has the picture of the site, exactly like a name that nobody has', async () => {
    const site = await picture('/site.png')
    const berta = await newPerson(server, 'berta')
    await own('berta', 1, 900)
    const own900 = await picture('/berta.png')
    expect(own900.tag).not.toBe(site.tag)
    await setVisibility('berta', 'private')
    const responses = await Promise.all(
      ['/berta.png', '/nobody-here.png', '/admin.png', '/site.png'].map(picture),
    )
    const seen = responses.map(({ bytes, headers }) => [bytes, withoutTimes(headers)])
    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1)
    const asked = await get('/berta.png', { 'if-none-match': own900.tag })
    expect(asked.status).toBe(200)
    // Her own token changes nothing.
    const asOwner = await get('/berta.png', { authorization: `Bearer ${berta.token}` })
    expect(asOwner.headers.get('etag')).toBe(site.tag)
  })

  test('search engines are asked not to list the picture of an unlisted profile, or of an unlisted part', async () => {
    await newPerson(server, 'carla')
    const robots = async () => (await picture('/carla.png')).headers.get('x-robots-tag')
    expect(await robots()).toBeNull()
    await setVisibility('carla', 'unlisted')
    expect(await robots()).toBe('noindex')
    await setVisibility('carla', 'public')
    await server.db.query(
      `update public.profiles set watched_visibility = 'unlisted' where username = 'carla'`,
    )
    expect(await robots()).toBe('noindex')
  })

  test('pages name their pictures with whole addresses, sizes and words', async () => {
    await newPerson(server, 'ben')
    const [set] = await server.db.query<{ id: number }>(
      'select id from public.sets where film_id is null order by id limit 1',
    )
    for (const [page, path] of [
      ['/', '/site.png'],
      ['/?sort=title', '/site.png'],
      ['/auth', '/site.png'],
      [`/set/${set?.id}`, '/site.png'],
      ['/spine/2', '/spine/2.png'],
      ['/anna', '/anna.png'],
      ['/anna/progress', '/anna.png'],
      ['/ben/progress?all=country', '/ben.png'],
      ['/anna/with/ben', '/site.png'],
      ['/anna/with/ben?tab=only_one_owns', '/site.png'],
    ] as const) {
      const html = await (await get(page)).text()
      const contentOf = (name: string) =>
        Array.from(
          html.matchAll(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`, 'g')),
          ([, text]) => text,
        )
      expect([page, contentOf('og:image')]).toEqual([page, [SITE_URL + path]])
      expect(contentOf('og:image:type')).toEqual(['image/png'])
      expect(contentOf('og:image:width')).toEqual(['1200'])
      expect(contentOf('og:image:height')).toEqual(['630'])
      expect(contentOf('og:image:alt')).toEqual([expect.stringMatching(/\w+ \w+/)])
      expect(contentOf('twitter:card')).toEqual(['summary_large_image'])
      await picture(path)
    }
    expect(await (await get('/no/such/page')).text()).not.toMatch(/og:image|twitter:card/)
  })

  test('pictures that are requested at once are the same as those requested alone', async () => {
    const paths = Array.from({ length: 24 }, (_, index) => `/spine/${index + 20}.png`)
    const together = (await Promise.all(paths.map(picture))).map(({ tag }) => tag)
    expect(new Set(together).size).toBe(paths.length)
    // A change of a film removes the stored pictures.
    const retitle = (title: string) =>
      server.db.query('update public.films set title = $1 where spine = 20', [title])
    const [film] = await server.db.query<{ title: string }>('select title from public.films where spine = 20')
    await retitle('Another title')
    await expect.poll(async () => (await picture('/spine/20.png')).tag).not.toBe(together[0])
    await retitle(film?.title ?? '')
    await expect.poll(async () => (await picture('/spine/20.png')).tag).toBe(together[0])
    const alone: string[] = []
    for (const path of paths) alone.push((await picture(path)).tag)
    expect(alone).toEqual(together)
  })

  test('a picture that many request at once is drawn once, and none of them is refused', async () => {
    const responses = await Promise.all(Array.from({ length: 200 }, () => get('/spine/60.png')))
    expect(new Set(responses.map(({ status, headers }) => [status, headers.get('etag')].join()))).toEqual(
      new Set([`200,${(await picture('/spine/60.png')).tag}`]),
    )
    await Promise.all(responses.map((response) => response.body?.cancel()))
  })

  test('more pictures at once than can be made are answered with 503 and Retry-After', async () => {
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) => get(`/spine/${index + 100}.png`)),
    )
    const refused = responses.filter(({ status }) => status !== 200)
    expect(responses.length - refused.length).toBeGreaterThan(20)
    expect(refused.length).toBeGreaterThan(0)
    for (const response of refused) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    }
    // The server waits for responses that are under way when it closes.
    await Promise.all(responses.map((response) => response.body?.cancel()))
    await picture('/spine/2.png')
  })
})

test.runIf(process.platform === 'linux')(
  'a start does not load the library that draws pictures',
  async () => {
    const database = await newTestDatabase('pglite')
    const site = await startSiteForTest(database.env)
    const hasLibrary = () => readFileSync(`/proc/${site.child.pid}/maps`, 'utf8').includes('@takumi-rs')
    await (await fetch(site.url)).text()
    expect(hasLibrary()).toBe(false)
    const picture = await fetch(`${site.url}/spine/2.png`)
    expect([picture.status, (await picture.arrayBuffer()).byteLength]).toEqual([200, expect.any(Number)])
    expect(hasLibrary()).toBe(true)
  },
)

/** Reads the header of a PNG (w3.org/TR/png-3). */
function decode(bytes: Uint8Array) {
  expect([...bytes.subarray(0, 8)]).toEqual(PNG)
  const view = new DataView(bytes.buffer)
  return { size: [view.getUint32(16), view.getUint32(20)], bytes: Buffer.from(bytes).toString('base64') }
}

function withoutTimes(headers: Headers) {
  return [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name))
}
