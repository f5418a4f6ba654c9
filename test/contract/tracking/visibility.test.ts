import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, newPerson, type Person, visitor } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const LISTS = ['user_ownership', 'user_wishlist', 'user_watched'] as const
const OWN = ['user_copies', 'user_viewings', 'user_wish_details'] as const
const VISIBILITIES = ['public', 'unlisted', 'private'] as const

describe.each(ENGINES)('profile visibility on %s', (engine) => {
  let server: TestServer
  let olga: Person
  let anyone: Caller
  let ben: Person
  let ada: Person
  let film: number

  beforeAll(async () => {
    server = await startServer(engine)
    anyone = visitor(server)
    olga = await newPerson(server, 'olga')
    ben = await newPerson(server, 'ben')
    ada = await newPerson(server, 'ada', 'admin')
    const { data } = await anyone.client.from('films').select('id').eq('spine', 7).single().throwOnError()
    film = data.id
    for (const list of LISTS) await olga.client.from(list).insert({ film_id: film }).throwOnError()
    await olga.client.from('user_ownership').update({ owns_dvd: true }).eq('user_id', olga.id)
  })
  afterAll(() => server?.close())

  const show = (visibility: string) =>
    olga.client.from('profiles').update({ visibility }).eq('id', olga.id).select().single()

  /** Returns the responses to all requests about a person, without times and ids. */
  async function responsesAbout(caller: Caller, { id, username }: { id: string; username: string }) {
    const { untyped: client } = caller
    const row = { user_id: id, film_id: film }
    const responses = await Promise.all([
      client.from('profiles').select('*', { count: 'exact' }).eq('id', id),
      client.from('profiles').select('*').eq('username', username).maybeSingle(),
      client.from('profiles').select('*').eq('username', username).single(),
      client.from('profiles').select('*', { count: 'exact', head: true }).eq('username', username),
      client.from('profiles').update({ visibility: 'public' }).eq('id', id).select(),
      client.from('profiles').upsert({ id, username }),
      client.rpc('profile_counts', { of_username: username }),
      client.rpc('profile_progress', { of_username: username }),
      client.rpc('compared_profiles', { of_username: username, with_username: 'ben' }),
      client.rpc('compared_profiles', { of_username: 'ben', with_username: username }),
      client
        .rpc('compared_films', { of_user: ben.id, with_user: id }, { get: true, count: 'exact' })
        .limit(1),
      client.rpc('compared_film_counts', { of_user: id, with_user: ben.id }, { get: true }),
      client.rpc('profile_films', { of_user: id }, { get: true, count: 'exact' }).limit(1),
      client.rpc('profile_viewings', { of_user: id }, { get: true, count: 'exact' }),
      client.rpc('profile_films_in_sets', { of_user: id }, { get: true, count: 'exact' }),
      client.from('user_sets').select('*', { count: 'exact' }).eq('user_id', id),
      client.from('user_sets').upsert({ user_id: id, set_id: 1 }, { onConflict: 'user_id,set_id' }),
      ...OWN.flatMap((list) => [
        client.from(list).select('*', { count: 'exact' }).eq('user_id', id),
        client.from(list).insert({ user_id: id, film_id: film }),
        client.from(list).delete().eq('user_id', id).select(),
      ]),
      ...LISTS.flatMap((list) => [
        client.from(list).select('*', { count: 'exact' }).eq('user_id', id),
        client.from(list).select('*', { count: 'exact', head: true }).match(row),
        client.from(list).insert(row),
        client.from(list).upsert(row, { onConflict: 'user_id,film_id' }),
        client.from(list).upsert(row, { onConflict: 'user_id,film_id', ignoreDuplicates: true }),
        client.from(list).insert({ ...row, film_id: -1 }),
        client.from(list).delete().eq('user_id', id).select(),
      ]),
    ])
    return responses.map(({ status, data, count, error }) => {
      return JSON.stringify([status, data, count, error]).replaceAll(id, 'id').replaceAll(username, 'name')
    })
  }

  test('a new profile is public and shows its visibility', async () => {
    for (const caller of [anyone, ben, olga]) {
      const { data } = await caller.client.rpc('profile_counts', { of_username: 'olga' }).single()
      expect(data).toMatchObject({ user_id: olga.id, visibility: 'public', owned: 1 })
    }
  })

  test.each(VISIBILITIES)('the owner sees everything of a profile that is %s', async (visibility) => {
    expect((await show(visibility)).data).toMatchObject({ id: olga.id, username: 'olga', visibility })
    const { data } = await olga.client.rpc('profile_counts', { of_username: 'olga' }).single()
    expect(data).toMatchObject({ visibility, owned: 1, watched: 1, wishlist: 1 })
    const own = await olga.client.rpc('profile_films', { of_user: olga.id }, { get: true }).is('owned', true)
    expect(own.data).toMatchObject([{ spine: 7, owns_dvd: true, watched: true, wishlisted: true }])
    for (const list of LISTS) {
      expect((await olga.client.from(list).select().eq('user_id', olga.id)).data).toHaveLength(1)
    }
    const tick = { user_id: olga.id, film_id: film, owns_dvd: true }
    const ticked = await olga.client.from('user_ownership').upsert(tick, { onConflict: 'user_id,film_id' })
    expect(ticked.error).toBe(null)
  })

  test.each(['public', 'unlisted'])('everyone sees a profile that is %s', async (visibility) => {
    await show(visibility)
    for (const caller of [anyone, ben, ada]) {
      const { data } = await caller.client.rpc('profile_counts', { of_username: 'olga' }).single()
      expect(data).toMatchObject({ visibility, owned: 1 })
      for (const list of LISTS) {
        expect((await caller.client.from(list).select().eq('user_id', olga.id)).data).toHaveLength(1)
      }
    }
  })

  test('for everyone else a private profile looks exactly like one that does not exist', async () => {
    const nobody = { id: randomUUID(), username: 'nobody' }
    for (const caller of [anyone, ben, ada]) {
      await show('public')
      const before = await responsesAbout(caller, { id: olga.id, username: 'olga' })
      await show('private')
      const after = await responsesAbout(caller, { id: olga.id, username: 'olga' })
      expect(after).toEqual(await responsesAbout(caller, nobody))
      expect(after).not.toEqual(before)
    }
    for (const list of LISTS) {
      expect((await olga.client.from(list).select().eq('user_id', olga.id)).data, list).toHaveLength(1)
    }
  })

  test.each([
    ['collection', 'user_ownership', 'owned'],
    ['watched', 'user_watched', 'watched'],
    ['wishlist', 'user_wishlist', 'wishlist'],
  ] as const)('others learn nothing about a %s that only its owner sees', async (part, list, count) => {
    const about = (caller: Caller) => responsesAbout(caller, { id: olga.id, username: 'olga' })
    const remove = () => olga.client.from(list).delete().eq('user_id', olga.id).throwOnError()
    const add = () => olga.client.from(list).insert({ film_id: film }).throwOnError()
    const fill = async () => {
      await remove()
      await add()
      if (list === 'user_ownership')
        await olga.client.from(list).update({ owns_dvd: true }).eq('user_id', olga.id).throwOnError()
    }
    const choose = (choice: string | null) =>
      olga.untyped
        .from('profiles')
        .update({ visibility: 'public', [`${part}_visibility`]: choice })
        .eq('id', olga.id)
        .throwOnError()
    for (const caller of [anyone, ben, ada]) {
      await choose('private')
      await fill()
      const filled = await about(caller)
      const { data: counts } = await caller.client.rpc('profile_counts', { of_username: 'olga' }).single()
      expect(counts).toMatchObject({ [`${part}_visibility`]: 'private', [count]: null })
      await remove()
      expect(await about(caller), 'as if there were nothing').toEqual(filled)
      await fill()
      await choose('unlisted')
      expect(await about(caller), 'an unlisted part is seen').not.toEqual(filled)
    }
    await choose('private')
    expect((await olga.client.from(list).select().eq('user_id', olga.id)).data).toHaveLength(1)
    const own = await olga.client.rpc('profile_counts', { of_username: 'olga' }).single()
    expect(own.data).toMatchObject({ [`${part}_visibility`]: 'private', [count]: 1 })
    await choose(null)
  })

  test('the username of a private profile stays unavailable', async () => {
    await show('private')
    expect((await ben.client.rpc('username_state', { username: 'olga' })).data).toBe('taken')
    const taken = await ben.client.from('profiles').update({ username: 'olga' }).eq('id', ben.id)
    expect([taken.status, taken.error?.code]).toEqual([409, '23505'])
  })

  test('a person can choose only a known visibility, and only for their own profile', async () => {
    await show('public')
    for (const wrong of ['', 'Private', 'friends']) {
      const refused = await show(wrong)
      expect([refused.status, refused.error?.code]).toEqual([400, '23514'])
    }
    for (const other of [ben, ada]) {
      const { data } = await other.client
        .from('profiles')
        .update({ visibility: 'private' })
        .eq('id', olga.id)
        .select()
      expect(data).toEqual([])
    }
    expect((await show('public')).data?.visibility).toBe('public')
  })

  test('admins see who changed the catalogue, even with a private profile', async () => {
    await ada.client.from('profiles').update({ visibility: 'private' }).eq('id', ada.id).throwOnError()
    const adam = await newPerson(server, 'adam', 'admin')
    await ada.client.from('films').update({ year: 1899 }).eq('spine', 9).throwOnError()
    const { data } = await adam.client
      .from('film_history')
      .select('who')
      .eq('spine', 9)
      .order('at', { ascending: false })
      .limit(1)
    expect(data).toEqual([{ who: 'ada' }])
    expect((await adam.client.from('profiles').select().eq('id', ada.id)).data).toEqual([])
  })

  describe('the profile page’s address', () => {
    const get = async (path: string, method = 'GET', headers = {}) => {
      const response = await fetch(server.url + path, { method, headers, redirect: 'manual' })
      const names = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
      return { status: response.status, headers: Object.fromEntries(names), body: await response.text() }
    }

    test('only an unlisted profile’s page tells search engines not to index it', async () => {
      await show('public')
      const listed = await get('/olga')
      expect(listed.headers).not.toHaveProperty('x-robots-tag')
      expect(listed.body).not.toContain('robots')
      await show('unlisted')
      const unlisted = await get('/olga')
      expect([unlisted.status, unlisted.headers['x-robots-tag']]).toEqual([200, 'noindex'])
      expect(unlisted.body).toContain('<meta name="robots" content="noindex" />')
      expect(unlisted.body, 'an unlisted page shows the name').toContain("<title>olga's Collection")
      const known = await get('/olga', 'GET', { 'if-none-match': unlisted.headers.etag ?? '' })
      expect([known.status, known.headers['x-robots-tag']]).toEqual([304, 'noindex'])
      expect((await get('/')).headers).not.toHaveProperty('x-robots-tag')
    })

    test.each(['GET', 'HEAD'])(
      '%s of a private profile’s page returns the same response as for an unknown person',
      async (method) => {
        await show('public')
        const { headers } = await get('/olga')
        await show('private')
        for (const path of ['/olga', '/OLGA', '/olga?tab=all', '/olga/']) {
          const known = { 'if-none-match': headers.etag ?? '', 'sec-fetch-dest': 'document' }
          const response = await get(path, method, known)
          expect(response.status).toBe(302)
          const nobody = await get(
            path.replace(/olga/i, (name) => (name === 'olga' ? 'nona' : 'NONA')),
            method,
            known,
          )
          expect(response).toEqual(JSON.parse(JSON.stringify(nobody).replaceAll('nona', 'olga')))
        }
      },
    )

    test('a private profile’s page and an unknown one take the same time', async () => {
      await show('private')
      const times = { olga: [] as number[], nona: [] as number[] }
      for (let turn = 0; turn < 150; turn++) {
        for (const name of ['olga', 'nona'] as const) {
          const start = performance.now()
          await get(`/${name}`)
          times[name].push(performance.now() - start)
        }
      }
      const [ofPrivate, ofNobody] = [median(times.olga), median(times.nona)]
      console.log(
        `${engine}: a private page ${ofPrivate.toFixed(2)} ms, an unknown one ${ofNobody.toFixed(2)} ms`,
      )
      // A leak would show as the time of reading the lists.
      expect(Math.abs(ofPrivate - ofNobody)).toBeLessThan(1 + ofNobody / 2)
    })
  })
})

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
