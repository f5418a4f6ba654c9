import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseXml } from '../../../domain/import/read/xml.ts'
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

  test('without news it is a valid feed without entries, with an ETag', async () => {
    const response = await get()
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ])
    const root = parseXml(await response.text())
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

  test('a 4K release, one out of print and a new spine are entries that keep their ids', async () => {
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

  test('what an admin takes back leaves the feed', async () => {
    await ada.client.from('films').update({ bluray_4k: false }).eq('spine', 9).throwOnError()
    await expect.poll(async () => JSON.stringify(await entries())).not.toContain('is out on 4K')
  })
})
