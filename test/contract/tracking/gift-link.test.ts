import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, newPerson, type Person, visitor } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('gift links on %s', (engine) => {
  let server: TestServer
  let anyone: Caller
  let olga: Person
  let ben: Person
  let ada: Person

  beforeAll(async () => {
    server = await startServer(engine)
    anyone = visitor(server)
    olga = await newPerson(server, 'olga')
    ben = await newPerson(server, 'ben')
    ada = await newPerson(server, 'ada', 'admin')
    const { data: films } = await anyone.client
      .from('films')
      .select('id')
      .in('spine', [2, 7])
      .order('spine')
      .throwOnError()
    const [samurai = 0, night = 0] = films.map(({ id }) => id)
    await olga.client
      .from('user_wishlist')
      .insert([
        { film_id: samurai, wants_bluray_4k: true, priority: 2 },
        { film_id: night, wants_bluray_4k: false, priority: 1 },
      ])
      .throwOnError()
    await olga.client
      .from('user_wish_details')
      .upsert(
        { film_id: night, note: 'canary note', price: 43.21, currency: 'USD' },
        { onConflict: 'user_id,film_id' },
      )
      .throwOnError()
    await olga.client.from('user_watched').insert({ film_id: samurai }).throwOnError()
    await olga.client
      .from('profiles')
      .update({ visibility: 'private', wishlist_visibility: 'private' })
      .eq('id', olga.id)
      .throwOnError()
  })
  afterAll(() => server?.close())

  const make = async () => String((await olga.client.rpc('make_gift_link').throwOnError()).data)
  const revoke = () => olga.client.from('gift_links').delete().eq('user_id', olga.id).throwOnError()

  async function get(path: string, method = 'GET', headers = {}) {
    const response = await fetch(server.url + path, { method, headers, redirect: 'manual' })
    const names = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
    return { status: response.status, headers: Object.fromEntries(names), body: await response.text() }
  }

  test('only its owner reads a link, and nobody chooses its token', async () => {
    const token = await make()
    expect(token).toMatch(/^[\w-]{32}$/)
    expect((await olga.client.from('gift_links').select('token')).data).toEqual([{ token }])
    for (const { untyped } of [anyone, ben, ada]) {
      const { data } = await untyped.from('gift_links').select().eq('user_id', olga.id)
      expect(data ?? []).toEqual([])
      const { data: joined } = await untyped.from('profiles').select('*, gift_links(*)').eq('id', olga.id)
      expect(joined ?? []).toEqual([])
      const removed = await untyped.from('gift_links').delete().eq('user_id', olga.id).select()
      expect(removed.data ?? []).toEqual([])
      const chosen = await untyped.from('gift_links').upsert({ user_id: olga.id, token: 'x'.repeat(32) })
      expect(chosen.error?.code).toBe('42501')
    }
    expect(
      (
        await olga.untyped
          .from('gift_links')
          .update({ token: 'x'.repeat(32) })
          .eq('user_id', olga.id)
      ).error?.code,
    ).toBe('42501')
    expect((await anyone.client.rpc('make_gift_link')).error?.code).toBe('42501')
    expect((await olga.client.from('gift_links').select('token')).data).toEqual([{ token }])
  })

  test('a link shows the name and the wishes of a private profile, and nothing else', async () => {
    const token = await make()
    for (const { client } of [anyone, ben, ada, olga]) {
      const { data } = await client.rpc('gift_wishlist', { token })
      expect(data).toMatchObject({
        username: 'olga',
        wishes: [
          { spine: 7, priority: 1, wants_dvd: false },
          { spine: 2, priority: 2, wants_bluray_4k: true, title: 'Seven Samurai' },
        ],
      })
      expect(JSON.stringify(data)).not.toMatch(/canary|43\.21|watched|user_id|"id"|owns/)
    }
    expect((await anyone.client.rpc('gift_wishlist', { token: 'x'.repeat(32) })).data).toBe(null)
  })

  test('the page of a gift link is rendered on the server, is not cached and sends no referrer', async () => {
    const token = await make()
    const { status, headers, body } = await get(`/wishlist/${token}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(headers).not.toHaveProperty('etag')
    const html = body.replaceAll(/<!--.*?-->/g, '')
    expect(html).toContain("<title>olga's Wishlist · Criterion Collection Tracker</title>")
    expect(html).toContain('<meta name="robots" content="noindex" />')
    expect(html).not.toContain('rel="canonical"')
    expect(html).toContain('olga wishes for 2 titles')
    expect(html.indexOf('A Night to Remember')).toBeLessThan(html.indexOf('Seven Samurai'))
    expect(html).toContain('Priority 1')
    expect(html).not.toMatch(/canary|43\.21|Watched/)
    expect((await get(`/wishlist/${token}`, 'HEAD')).status).toBe(200)
    expect((await get('/sitemap.xml')).body).not.toContain('wishlist')
  })

  test('a revoked gift link returns the same response as one that never was, and a malformed one that of an unknown page', async () => {
    const token = await make()
    const responseTo = async (path: string) => JSON.stringify(await get(path))
    const never = 'x'.repeat(32)
    const unknownLink = (await responseTo(`/wishlist/${never}`)).replaceAll(never, 'token')
    const unknownPage = await responseTo('/no/such/page')
    const second = await make()
    expect((await get(`/wishlist/${second}`)).status).toBe(200)
    await revoke()
    for (const wrong of [token, second]) {
      expect((await responseTo(`/wishlist/${wrong}`)).replaceAll(wrong, 'token'), wrong).toBe(unknownLink)
    }
    for (const malformed of [`${second}x`, second.slice(1)]) {
      expect(await responseTo(`/wishlist/${malformed}`), malformed).toBe(unknownPage)
    }
    for (const wrong of [token, second, never, `${second}x`, second.slice(1)]) {
      expect((await anyone.client.rpc('gift_wishlist', { token: wrong })).data).toBe(null)
    }
    expect((await get(`/wishlist/${second}`, 'HEAD')).status).toBe(404)
    expect((await olga.client.from('gift_links').select()).data).toEqual([])
  })

  test('deleting an account deletes its gift link', async () => {
    const carl = await newPerson(server, 'carl')
    const { data: token } = await carl.client.rpc('make_gift_link').throwOnError()
    expect((await get(`/wishlist/${token}`)).status).toBe(200)
    await carl.client.rpc('delete_account', { username: 'carl' }).throwOnError()
    expect((await get(`/wishlist/${token}`)).status).toBe(404)
  })
})
