import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TRACKING } from '../../../server/realtime/sources.ts'
import { type Caller, newPerson, type Person, visitor } from '../../support/people/people.ts'
import { type Listening, listen } from '../../support/realtime.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('changes on %s', (engine) => {
  let server: TestServer
  let anna: Person
  let ben: Person
  let ada: Person
  let anyone: Caller
  let film = 0
  const open: Listening[] = []

  beforeAll(async () => {
    server = await startServer(engine)
    anna = await newPerson(server, 'anna')
    ben = await newPerson(server, 'ben')
    ada = await newPerson(server, 'ada', 'admin')
    anyone = visitor(server)
  })
  afterEach(async () => {
    for (const listening of open.splice(0)) await listening.stop()
    for (const table of TRACKING.toReversed()) await server.db.query(`delete from public.${table}`)
    film++
  })
  afterAll(() => server?.close())

  async function listenAs(
    { untyped }: Caller,
    ...bindings: Parameters<typeof listen>[1][]
  ): Promise<Listening> {
    const listening = await listen(untyped, ...bindings)
    expect(listening.states).toEqual(['SUBSCRIBED'])
    open.push(listening)
    return listening
  }

  /** Waits until all have received a change of a film, and therefore every change before it. */
  async function settle(...listenings: Listening[]): Promise<void> {
    await ada.untyped.from('films').update({ title: crypto.randomUUID() }).eq('spine', 1200).throwOnError()
    for (const { received } of listenings) await expect.poll(() => received.at(-1)?.table).toBe('films')
  }

  test('a person receives each of their own changes through the stock client', async () => {
    const id = 100 + film
    const listening = await listenAs(anna, { table: 'user_ownership', filter: `user_id=eq.${anna.id}` })
    const own = anna.client.from('user_ownership')
    const key = { user_id: anna.id, film_id: id }
    await own.insert({ film_id: id, owns_dvd: true }).throwOnError()
    await expect.poll(() => listening.received.length).toBe(1)
    await own.update({ owns_bluray: true }).match(key).throwOnError()
    await expect.poll(() => listening.received.length).toBe(2)
    await own.delete().match(key).throwOnError()
    await expect.poll(() => listening.received.length).toBe(3)

    const row = { ...key, owns_laserdisc: false, owns_dvd: true, owns_bluray: false, owns_bluray_4k: false }
    const common = {
      schema: 'public',
      table: 'user_ownership',
      commit_timestamp: expect.any(String),
      errors: null,
    }
    expect(listening.received).toEqual([
      { ...common, eventType: 'INSERT', new: row, old: {} },
      { ...common, eventType: 'UPDATE', new: { ...row, owns_bluray: true }, old: key },
      { ...common, eventType: 'DELETE', new: {}, old: key },
    ])
    for (const { commit_timestamp } of listening.received)
      expect(Date.parse(commit_timestamp)).toBeGreaterThan(Date.now() - 60_000)
  })

  test('what a person tracks is sent to that person only, in every table, and films to everyone', async () => {
    const [set] = await server.db.query<{ id: number }>(
      'select id from public.sets where film_id is null limit 1',
    )
    const callers: [string, Caller][] = [
      ['anna', anna],
      ['ben', ben],
      ['ada', ada],
      ['anyone', anyone],
    ]
    const listenings = new Map<string, Listening>()
    for (const [name, caller] of callers) listenings.set(name, await listenAs(caller, {}))
    const id = 200 + film
    await anna.client.from('user_watched').insert({ film_id: id }).throwOnError()
    await anna.client.from('user_viewings').insert({ film_id: id }).throwOnError()
    await anna.client.from('user_wishlist').insert({ film_id: id }).throwOnError()
    await anna.client.from('user_wish_details').insert({ film_id: id, note: 'hers' }).throwOnError()
    await anna.client.from('user_copies').insert({ film_id: id, format: 'dvd', note: 'hers' }).throwOnError()
    await anna.untyped.from('user_sets').insert({ set_id: set?.id, owns_dvd: true }).throwOnError()
    const kinds = (event: string) => expect.arrayContaining(TRACKING.map((table) => `${event} ${table}`))
    await expect.poll(() => listenings.get('anna')?.kinds()).toEqual(kinds('INSERT'))
    for (const table of TRACKING)
      await anna.untyped.from(table).delete().eq('user_id', anna.id).throwOnError()
    await expect.poll(() => listenings.get('anna')?.kinds()).toEqual(kinds('DELETE'))
    await settle(...listenings.values())
    for (const name of ['ben', 'ada', 'anyone']) {
      expect(listenings.get(name)?.kinds(), name).toEqual(['UPDATE films'])
    }
  })

  test('a request for another person’s rows receives none of them, in every role', async () => {
    const binding = { table: 'user_watched', filter: `user_id=eq.${anna.id}` }
    const others: Listening[] = []
    for (const caller of [ben, ada, anyone]) others.push(await listenAs(caller, binding, { table: 'films' }))
    const own = await listenAs(anna, binding, { table: 'films' })
    await anna.client
      .from('user_watched')
      .insert({ film_id: 300 + film })
      .throwOnError()
    await expect.poll(() => own.kinds()).toEqual(['INSERT user_watched'])
    await settle(...others)
    for (const other of others) expect(other.kinds()).toEqual(['UPDATE films'])
  })

  test('a film that is added, changed and deleted is sent to every role', async () => {
    const listenings: Listening[] = []
    for (const caller of [anna, ada, anyone]) listenings.push(await listenAs(caller, { table: 'films' }))
    const spine = 90_000 + film
    const films = ada.client.from('films')
    const { data } = await films
      .insert({ spine, title: 'New', director: 'N. N.' })
      .select('id')
      .single()
      .throwOnError()
    await expect.poll(() => listenings.map(({ received }) => received.length)).toEqual([1, 1, 1])
    await films.update({ title: 'Renamed' }).eq('spine', spine).throwOnError()
    await expect.poll(() => listenings.map(({ received }) => received.length)).toEqual([2, 2, 2])
    await films.delete().eq('spine', spine).throwOnError()
    await expect.poll(() => listenings.map(({ received }) => received.length)).toEqual([3, 3, 3])
    for (const { received } of listenings) {
      expect(received[0]).toMatchObject({ eventType: 'INSERT', new: { id: data.id, spine, title: 'New' } })
      expect(received[1]).toMatchObject({
        eventType: 'UPDATE',
        new: { title: 'Renamed' },
        old: { id: data.id },
      })
      expect(received[2]).toMatchObject({ eventType: 'DELETE', old: { id: data.id } })
    }
  })

  test('an event, a table and a filter leave out the rest', async () => {
    const [one, other] = [400 + film, 500 + film]
    const inserts = await listenAs(anna, { event: 'INSERT', table: 'user_watched' }, { table: 'films' })
    const ofOne = await listenAs(
      anna,
      { table: 'user_watched', filter: `film_id=eq.${one}` },
      { table: 'films' },
    )
    const watched = anna.client.from('user_watched')
    await watched.insert([{ film_id: one }, { film_id: other }]).throwOnError()
    await anna.client.from('user_wishlist').insert({ film_id: one }).throwOnError()
    await expect.poll(() => inserts.kinds()).toEqual(['INSERT user_watched', 'INSERT user_watched'])
    await watched.delete().eq('user_id', anna.id).throwOnError()
    await expect.poll(() => ofOne.kinds()).toEqual(['INSERT user_watched', 'DELETE user_watched'])
    await settle(inserts, ofOne)
    expect(inserts.kinds()).toEqual(['INSERT user_watched', 'INSERT user_watched', 'UPDATE films'])
    expect(ofOne.kinds()).toEqual(['INSERT user_watched', 'DELETE user_watched', 'UPDATE films'])
  })

  test('an imported or queued mark is sent like any other', async () => {
    const id = 600 + film
    const listening = await listenAs(anna, { table: 'user_ownership' })
    const mark = { mark: 'dvd', film_id: id, on: true, made_at: Date.now() - 60_000 }
    await anna.client
      .rpc('apply_marks', { of_user: anna.id, marks: [mark], sent_at: Date.now() })
      .throwOnError()
    await expect.poll(() => listening.received.at(-1)).toMatchObject({ new: { film_id: id, owns_dvd: true } })
  })

  test('more changes than can be named make the channel join again, so that its page reads everything', async () => {
    const listening = await listenAs(anna, { table: 'user_watched' })
    const rows = Array.from({ length: 101 }, (_, index) => ({ film_id: index + 1 }))
    await anna.client.from('user_watched').insert(rows).throwOnError()
    await expect.poll(() => listening.states).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
    await anna.client.from('user_watched').delete().eq('film_id', 1).eq('user_id', anna.id).throwOnError()
    await expect.poll(() => listening.kinds()).toEqual(['DELETE user_watched'])
  })

  test('a write that is refused is not sent', async () => {
    const listening = await listenAs(anna, {})
    const { error } = await anna.client.from('user_watched').insert([{ film_id: 1 }, { film_id: 9_999_999 }])
    expect(error?.code).toBe('23503')
    await settle(listening)
    expect(listening.kinds()).toEqual(['UPDATE films'])
  })

  test.each([
    ['a table with roles', { table: 'user_roles' }],
    ['the history', { table: 'film_changes' }],
    ['profiles', { table: 'profiles' }],
    ['a table that does not exist', { table: 'nothing' }],
    ['another kind of filter', { table: 'films', filter: 'id=gt.1' }],
    ['a column that does not exist', { table: 'films', filter: 'nothing=eq.1' }],
    ['a filter without a table', { filter: 'id=eq.1' }],
  ])('%s cannot be listened to', async (_, binding) => {
    const listening = await listen(ada.untyped, binding)
    expect(listening.states).toEqual(['CHANNEL_ERROR'])
    expect(listening.reasons[0]).toMatch(/^This server does not send|^A filter is/)
    await listening.stop()
  })

  test('broadcast, presence and private channels are refused', async () => {
    const listening = await listen(anna.untyped)
    expect(listening.states).toEqual(['CHANNEL_ERROR'])
    expect(listening.reasons).toEqual(['This server sends changes of tables only.'])
    await listening.stop()
  })
})
