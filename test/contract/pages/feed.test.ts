import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { all, type Element, parseXml, textAt } from '../../../domain/import/read/xml.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('the feed on %s', (engine) => {
  let server: TestServer
  let ada: Person
  let olga: Person

  beforeAll(async () => {
    server = await startServer(engine)
    ada = await newPerson(server, 'ada', 'admin')
    olga = await newPerson(server, 'olga')
  })
  afterAll(() => server?.close())

  const get = (headers = {}) => fetch(`${server.url}/feed.xml`, { headers })
  const entries = async () => {
    const root = parseXml(await (await get()).text())
    return root.children
      .filter(({ name }) => name === 'entry')
      .map(({ children }) => Object.fromEntries(children.map(({ name, text }) => [name, text])))
  }

  const etagAndAtom = async () => {
    const response = await get()
    parseAtom(await response.text(), `${server.url}/feed.xml`)
    return { etag: response.headers.get('etag') ?? '' }
  }

  test('without news it is a valid feed without entries, with an ETag', async () => {
    const response = await get()
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ])
    const root = parseAtom(await response.text(), `${server.url}/feed.xml`)
    const named = root.children.map(({ name }) => name)
    expect([root.name, root.attributes.xmlns, named]).toEqual([
      'feed',
      'http://www.w3.org/2005/Atom',
      ['id', 'title', 'updated', 'author', 'link', 'link'],
    ])
    const tag = response.headers.get('etag') ?? ''
    expect((await get({ 'if-none-match': tag })).status).toBe(304)
  })

  test('pages name the feed in their head', async () => {
    for (const path of ['/', '/spine/2', '/auth']) {
      const html = await (await fetch(server.url + path)).text()
      const [link] = html.match(/<link rel="alternate" type="application\/atom\+xml"[^>]*>/) ?? []
      const address = /href="([^"]+)"/.exec(link ?? '')?.[1] ?? 'no link'
      expect((await fetch(server.url + address)).headers.get('content-type'), path).toMatch(
        /^application\/atom\+xml/,
      )
    }
  })

  test('a 4K release, a release out of print and a new spine are each an entry with a stable id', async () => {
    await olga.client
      .from('user_copies')
      .insert({ film_id: 1, format: 'dvd', place: 'a secret shelf' })
      .throwOnError()
    await server.db.query(
      'update public.films set dvd = true, dvd_oop = false, bluray_4k = false where spine = 9',
    )
    await server.db.query('delete from public.news')
    const before = await get()
    await ada.client
      .from('films')
      .update({ bluray_4k: true, dvd: true, dvd_oop: true, title: 'A <b> & "c"' })
      .eq('spine', 9)
      .throwOnError()
    await ada.client.from('films').insert({ spine: 9000, title: 'New', director: 'x' }).throwOnError()
    await expect.poll(async () => (await entries()).length).toBeGreaterThanOrEqual(3)
    const first = await entries()
    expect(first.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        'A <b> & "c" is out on 4K Ultra HD.',
        'A <b> & "c" has gone out of print on DVD.',
        'New in the collection: New, spine 9000.',
      ]),
    )
    expect((await get()).headers.get('etag')).not.toBe(before.headers.get('etag'))
    await ada.client.from('films').update({ title: 'Renamed' }).eq('spine', 9).throwOnError()
    await expect.poll(async () => JSON.stringify(await entries())).toContain('Renamed is out on 4K')
    const ids = (list: Record<string, string>[]) => list.map(({ id }) => id).sort()
    expect(ids(await entries())).toEqual(ids(first))
    for (const { id, updated } of first) {
      expect(id).toMatch(/^urn:uuid:[\da-f-]{36}$/)
      expect(updated).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
    expect(await (await get()).text()).not.toMatch(/secret|\b(olga|ada)\b/)
  })

  test('every entry has what RFC 4287 requires, whatever its title', async () => {
    // XML permits neither U+FFFF nor, outside a section of CDATA, `]]>`.
    const title = `<i>'Ikiru'</i> & &amp; "x" ]]> \uffff`
    const film = { spine: 9001, title, director: 'x' }
    await ada.client.from('films').insert(film).throwOnError()
    const { etag } = await etagAndAtom()
    const release = { dvd: true, dvd_oop: true }
    await ada.client.from('films').update(release).eq('spine', film.spine).throwOnError()
    await expect.poll(async () => (await etagAndAtom()).etag).not.toBe(etag)

    const changed = await get({ 'if-none-match': etag })
    expect(changed.status, 'with the ETag of an earlier feed').toBe(200)
    const root = parseAtom(await changed.text(), `${server.url}/feed.xml`)
    const shown = `<i>'Ikiru'</i> & &amp; "x" ]]> \ufffd`
    const titles = root.children.filter(({ name }) => name === 'entry').map((entry) => textAt(entry, 'title'))
    expect(titles.filter((text) => text.includes('Ikiru')).sort()).toEqual([
      `${shown} has gone out of print on DVD.`,
      `${shown} is out on DVD.`,
      `New in the collection: ${shown}, spine 9001.`,
    ])

    const tag = changed.headers.get('etag') ?? ''
    const unchanged = await get({ 'if-none-match': tag })
    expect([unchanged.status, unchanged.headers.get('etag'), await unchanged.text()]).toEqual([304, tag, ''])
  })

  test('a change that an admin reverts is no longer in the feed', async () => {
    await ada.client.from('films').update({ bluray_4k: false }).eq('spine', 9).throwOnError()
    await expect.poll(async () => JSON.stringify(await entries())).not.toContain('is out on 4K')
  })
})

/** An ampersand that begins no reference, or a character that XML 1.0 does not permit. */
const NOT_XML =
  /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/iu

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Parses a feed and requires what RFC 4287 does of it and of each entry (sections 4.1.1 and 4.1.2). */
function parseAtom(xml: string, address: string): Element {
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<feed /)
  expect(xml).not.toMatch(NOT_XML)
  const feed = parseXml(xml)
  expect([feed.name, feed.attributes.xmlns]).toEqual(['feed', 'http://www.w3.org/2005/Atom'])
  const entries = feed.children.filter(({ name }) => name === 'entry')
  for (const part of [feed, ...entries]) {
    const named = Map.groupBy(part.children, ({ name }) => name)
    for (const name of ['id', 'title', 'updated']) expect(named.get(name), name).toHaveLength(1)
    expect(() => new URL(textAt(part, 'id'))).not.toThrow()
    expect(textAt(part, 'title')).not.toBe('')
    expect(textAt(part, 'updated')).toMatch(RFC_3339)
    expect(new Date(textAt(part, 'updated')).getTime()).not.toBeNaN()
    const links = (named.get('link') ?? []).map(({ attributes }) => attributes)
    expect(links.filter(({ rel }) => rel === 'alternate')).toHaveLength(1)
    for (const { href = '' } of links) expect(() => new URL(href)).not.toThrow()
    // Texts are of the type "text", which has no elements.
    for (const text of ['title', 'content'].flatMap((name) => named.get(name) ?? [])) {
      expect([text.attributes.type ?? 'text', text.children]).toEqual(['text', []])
    }
  }
  const ids = [feed, ...entries].map((part) => textAt(part, 'id'))
  expect(new Set(ids).size).toBe(ids.length)
  // The author of the feed is that of its entries.
  expect(textAt(feed, 'author', 'name')).not.toBe('')
  const self = all(feed, 'link').filter(({ attributes }) => attributes.rel === 'self')
  expect(self.map(({ attributes }) => attributes.href)).toEqual([address])
  return feed
}
