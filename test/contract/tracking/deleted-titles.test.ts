import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadPrices } from '../../../server/admin/catalogue/load-prices.ts'
import { TRACKING } from '../../../server/realtime/sources.ts'
import { type Caller, newPerson, type Person, visitor } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

// Two people who track the same, except that one of them also tracks a film and a set, which an admin deletes.
describe.each(ENGINES)('what people track of a deleted film and set on %s', (engine) => {
  let server: TestServer
  let anyone: Caller
  let ada: Person
  let ben: Person
  let tracker: Person
  let other: Person
  let films: number[]
  let film: number
  let set: number
  const links = new Map<Person, string>()

  beforeAll(async () => {
    server = await startServer(engine)
    anyone = visitor(server)
    ada = await newPerson(server, 'ada', 'admin')
    ben = await newPerson(server, 'ben')
    tracker = await newPerson(server, 'tracker')
    other = await newPerson(server, 'person2')
    const rows = await server.db.query<{ id: number }>(
      'select id from public.films where dvd and bluray and not bluray_4k order by spine limit 6',
    )
    films = rows.map(({ id }) => id)
    film = films[0] ?? 0
    const made = await ada.client.from('sets').insert({ title: 'A set' }).select('id').single().throwOnError()
    set = made.data.id
    await ada.client
      .from('set_films')
      .insert([{ set_id: set, position: 1, film_id: films[5] ?? 0 }])
      .throwOnError()
    await track(ben, films)
    for (const person of [tracker, other]) {
      await track(person, films.slice(1, 5))
      links.set(person, (await person.client.rpc('make_gift_link').throwOnError()).data)
    }
    await track(tracker, [film])
    const { client } = tracker
    await client.from('user_sets').insert({ set_id: set, owns_laserdisc: true }).throwOnError()
    await client
      .from('user_copies')
      .insert({ set_id: set, format: 'dvd', acquired_on: '2026-11' })
      .throwOnError()
    await ada.client.from('films').update({ bluray_4k: true }).in('id', films).throwOnError()
  })
  afterAll(() => server?.close())

  async function track({ client, id }: Person, ids: number[]): Promise<void> {
    const rows = ids.map((film_id) => ({ film_id }))
    await client
      .from('user_ownership')
      .insert(rows.map((row) => ({ ...row, owns_dvd: true })))
      .throwOnError()
    await client
      .from('user_wishlist')
      .insert(rows.map((row) => ({ ...row, wants_bluray: true })))
      .throwOnError()
    await client.from('user_watched').insert(rows).throwOnError()
    await client
      .from('user_wish_details')
      .insert(rows.map((row) => ({ ...row, note: 'x' })))
      .throwOnError()
    await client
      .from('user_copies')
      .insert(rows.map((row) => ({ ...row, user_id: id, format: 'bluray', acquired_on: '2026-11' })))
      .throwOnError()
    await client
      .from('user_viewings')
      .insert(rows.map((row) => ({ ...row, rating: 7 })))
      .throwOnError()
  }

  /** What the person, another member and a visitor read of a person, without the ids of rows and people. */
  async function readings(person: Person): Promise<Map<string, unknown>> {
    const name = person === tracker ? 'tracker' : 'person2'
    const seen = new Map<string, unknown>()
    const of_user = person.id
    for (const [who, { untyped }] of Object.entries({ self: person, member: ada, visitor: anyone })) {
      const read = async (
        what: string,
        request: PromiseLike<{ data: unknown; count: number | null; error: unknown }>,
      ) => {
        const { data, count, error } = await request
        seen.set(`${who}: ${what}`, [withoutIds(data), count, error])
      }
      for (const table of TRACKING) {
        await read(table, untyped.from(table).select('*', { count: 'exact' }).eq('user_id', of_user))
      }
      for (const list of ['owned', 'watched', 'wishlisted', 'upgrade']) {
        const films = untyped.rpc('profile_films', { of_user }, { count: 'exact' })
        await read(`films ${list}`, films.eq(list, true).order('spine'))
      }
      for (const [name, values] of Object.entries({
        profile_film_counts: { of_user, filters: { list: 'owned' } },
        profile_films_in_sets: { of_user },
        profile_viewings: { of_user },
        compared_film_counts: { of_user, with_user: ben.id },
        gift_wishlist: { token: links.get(person) },
        own_tracking: {},
        own_details: { of_film: film, of_set: set },
        own_news: {},
        own_wishes: {},
      })) {
        if (who === 'self' || !name.startsWith('own_')) await read(name, untyped.rpc(name, values))
      }
      await read('profile_counts', untyped.rpc('profile_counts', { of_username: name }))
      await read('profile_progress', untyped.rpc('profile_progress', { of_username: name }))
      await read('compared', untyped.rpc('compared_profiles', { of_username: name, with_username: 'ben' }))
      await read(
        'compared the other way',
        untyped.rpc('compared_profiles', { of_username: 'ben', with_username: name }),
      )
    }
    return seen
  }

  /** Leaves out what differs between two people who track the same, and sorts lists, which may have any order. */
  function withoutIds(value: unknown): unknown {
    const text = JSON.stringify(value, (key, inner) => {
      if (['id', 'user_id', 'with_user_id', 'watched_id', 'wishlist_id', 'username', 'profile'].includes(key))
        return undefined
      return inner
    })
    const plain = JSON.parse(text ?? 'null')
    const sorted = (list: unknown): unknown =>
      Array.isArray(list)
        ? list.map((one) => JSON.stringify(sorted(one))).sort()
        : list !== null && typeof list === 'object'
          ? Object.fromEntries(Object.entries(list).map(([key, inner]) => [key, sorted(inner)]))
          : list
    return sorted(plain)
  }

  test('no response shows marks of a deleted film or set, and a restoration shows them again', async () => {
    const before = await readings(tracker)
    expect(before.get('self: own_details')).not.toEqual((await readings(other)).get('self: own_details'))
    await ada.client.from('films').delete().eq('id', film).throwOnError()
    await ada.client.from('sets').delete().eq('id', set).throwOnError()
    const hidden = await readings(tracker)
    const expected = await readings(other)
    expect(hidden.size).toBeGreaterThan(50)
    expect(Object.fromEntries(hidden)).toEqual(Object.fromEntries(expected))
    await ada.client.rpc('restore_film', { film_id: film }).throwOnError()
    await ada.client.rpc('restore_set', { set_id: set }).throwOnError()
    expect(Object.fromEntries(await readings(tracker))).toEqual(Object.fromEntries(before))
  })

  test('a deleted film has no prices and no news, also after an upgrade, and a restored one has them again', async () => {
    await server.db.query('delete from public.film_prices where film_id = $1', [film])
    const [{ spine } = { spine: 0 }] = await server.db.query<{ spine: number }>(
      'select spine from public.films where id = $1',
      [film],
    )
    const prices = [
      { spine, format: 'dvd', price: 29.95, currency: 'USD', as_of: '2026-11', source: 'A shop' },
      { spine, format: 'bluray', price: 39.95, currency: 'USD', as_of: '2026-11', source: 'A shop' },
    ] as const
    const upgrade = () => server.db.transaction((tx) => loadPrices(tx, prices))
    await upgrade()
    const facts = async () => {
      const rows = await Promise.all(
        [anyone, ada].flatMap(({ client }) => [
          client.from('film_prices').select('*').eq('film_id', film).order('format'),
          client.from('news').select('*').eq('film_id', film).order('id'),
        ]),
      )
      return [
        ...rows.map(({ data }) => data),
        (await (await fetch(`${server.url}/feed.xml`)).text()).match(/urn:uuid:[^<]+/g)?.sort(),
      ]
    }
    const before = await facts()
    expect(before).toMatchObject([
      [{ format: 'bluray' }, { format: 'dvd' }],
      [{ kind: 'format' }],
      [{ format: 'bluray' }, { format: 'dvd' }],
      [{ kind: 'format' }],
      expect.arrayContaining([expect.any(String)]),
    ])
    await ada.client.from('films').delete().eq('id', film).throwOnError()
    const hidden = await facts()
    expect(hidden.slice(0, 4)).toEqual([[], [], [], []])
    expect(hidden[4]).toHaveLength((before[4]?.length ?? 0) - 1)
    await upgrade()
    await ada.client.rpc('restore_film', { film_id: film }).throwOnError()
    expect(await facts()).toEqual(before)
  })

  test('copies and viewings are imported again after their film or set is deleted and added anew', async () => {
    const { client, id } = other
    const copy = { id: randomUUID(), format: 'dvd', store: 'Shop' }
    const setCopy = { ...copy, id: randomUUID() }
    const viewing = { id: randomUUID(), watched_on: '2026-11-25' }
    const added = async (title: string) => {
      const films = ada.client.from('films').insert({ spine: 7000, title, director: 'Somebody', dvd: true })
      const sets = ada.client.from('sets').insert({ title })
      return [
        (await films.select('id').single().throwOnError()).data.id,
        (await sets.select('id').single().throwOnError()).data.id,
      ] as const
    }
    const importOnce = ([film_id, set_id]: readonly [number, number], import_id: string) =>
      client
        .rpc('commit_import', {
          import_id,
          name: 'export.json',
          films: [{ film_id, marks: ['dvd'], copies: [copy], viewings: [viewing] }],
          sets: [{ set_id, marks: ['dvd'], copies: [setCopy] }],
        })
        .throwOnError()
    const first = await added('First')
    expect((await importOnce(first, randomUUID())).data).toMatchObject({ copies: 2, viewings: 1 })
    await ada.client.from('films').delete().eq('id', first[0]).throwOnError()
    await ada.client.from('sets').delete().eq('id', first[1]).throwOnError()
    const second = await added('Second')
    expect((await importOnce(second, randomUUID())).data).toMatchObject({ copies: 2, viewings: 1 })
    // The same file again adds nothing.
    expect((await importOnce(second, randomUUID())).data).toMatchObject({ copies: 0, viewings: 0 })
    const copies = client.from('user_copies').select('store').eq('user_id', id)
    expect((await copies.or(`film_id.eq.${second[0]},set_id.eq.${second[1]}`)).data).toEqual([
      { store: 'Shop' },
      { store: 'Shop' },
    ])
    // A change of the hidden copy that waited for the network.
    const now = Date.now()
    const marks = [
      { mark: 'copy', id: copy.id, film_id: second[0], on: true, row: { format: 'dvd' }, made_at: now },
    ]
    const { data } = await client.rpc('apply_marks', { of_user: id, marks, sent_at: now }).throwOnError()
    expect(data).toEqual(['no film'])
    await ada.client.from('films').delete().eq('id', second[0]).throwOnError()
    await ada.client.from('sets').delete().eq('id', second[1]).throwOnError()
  })

  test('deleting an account deletes its marks of deleted films and sets', async () => {
    await ada.client.from('films').delete().eq('id', film).throwOnError()
    await ada.client.from('sets').delete().eq('id', set).throwOnError()
    await tracker.client.rpc('delete_account', { username: 'tracker' }).throwOnError()
    const left = await server.db.query(
      TRACKING.map((table) => `select '${table}' as name from public.${table} where user_id = $1`).join(
        ' union all ',
      ),
      [tracker.id],
    )
    expect(left).toEqual([])
  })

  test('a queued mark of a deleted film or set is answered with “no film”', async () => {
    const now = Date.now()
    const marks = [
      { mark: 'dvd', film_id: film, on: true, made_at: now },
      { mark: 'dvd', set_id: set, on: true, made_at: now },
      { mark: 'viewing', film_id: film, id: randomUUID(), on: true, row: {}, made_at: now },
      { mark: 'wishlist', film_id: films[1], on: false, made_at: now },
    ]
    const { data } = await other.client
      .rpc('apply_marks', { of_user: other.id, marks, sent_at: now })
      .throwOnError()
    expect(data).toEqual(['no film', 'no film', 'no film', 'written'])
  })
})
