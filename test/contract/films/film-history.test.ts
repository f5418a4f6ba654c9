import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectPostgrestResponse, openRawClient } from '../../support/hostile-responses.ts'
import { type Caller, newPerson, type Person, visitor } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('the film history on %s', (engine) => {
  let server: TestServer
  let anyone: Caller
  let olga: Person
  let ada: Person
  let adam: Person

  beforeAll(async () => {
    server = await startServer(engine)
    anyone = visitor(server)
    olga = await newPerson(server, 'olga')
    ada = await newPerson(server, 'ada', 'admin')
    adam = await newPerson(server, 'adam', 'admin')
  })
  afterAll(() => server?.close())

  /** Returns the ids and DVD flags of films by spine. */
  async function dvds(from: number, to: number) {
    const { data } = await anyone.client
      .from('films')
      .select('id, spine, dvd')
      .gte('spine', from)
      .lte('spine', to)
      .order('spine')
      .throwOnError()
    return data
  }

  const change = (who: Caller, id: string, changes: unknown) =>
    who.untyped.rpc('change_film_formats', { update_id: id, update_name: 'formats.csv', changes })

  const toggled = (films: { id: number; dvd: boolean }[]) =>
    films.map(({ id, dvd }) => ({ id, before: { dvd }, after: { dvd: !dvd } }))

  const latest = (who: Caller) =>
    who.client
      .from('film_history')
      .select('who, operation, title, before, after, films, update_name, reverted')
      .is('in_update', false)
      .order('at', { ascending: false })
      .order('id', { ascending: false })

  test('simultaneous batches change a thousand films as one update, which can be reverted', async () => {
    const before = await dvds(1, 1000)
    const id = randomUUID()
    const changes = toggled(before)
    const batches = Array.from({ length: 20 }, (_, index) => changes.slice(index * 50, index * 50 + 50))
    const responses = await Promise.all(batches.map((batch) => change(ada, id, batch)))
    expect(responses.map(({ error }) => error)).toEqual(batches.map(() => null))
    expect(responses.reduce((sum, { data }) => sum + data, 0)).toBe(1000)
    // A repeated request returns the same and changes nothing.
    expect((await change(ada, id, batches[0])).data).toBe(50)
    const [entry] = (await latest(ada).limit(1)).data ?? []
    expect(entry).toMatchObject({ who: 'ada', operation: 'update', films: 1000, update_name: 'formats.csv' })

    // Another admin changes a film in between.
    await adam.client
      .from('films')
      .update({ dvd: before[6]?.dvd ?? false })
      .eq('spine', 7)
    const reverted = await adam.client.rpc('revert_film_update', { update_id: id })
    expect(reverted.data).toMatchObject({ reverted: 999, overtaken: [{ spine: 7 }] })
    expect(await dvds(1, 1000)).toEqual(before)
    // One of two simultaneous reverts has nothing left to do.
    const [first] = before
    await change(ada, randomUUID(), toggled(first ? [first] : []))
    const update = (
      await ada.client.from('film_updates').select('id').order('made_at', { ascending: false }).limit(1)
    ).data?.[0]?.id
    const both = await Promise.all(
      [ada, adam].map((who) => who.client.rpc('revert_film_update', { update_id: update ?? '' })),
    )
    expect(both.map(({ data }) => (data as { reverted: number }).reverted).sort()).toEqual([0, 1])
    expect(await dvds(1, 1)).toEqual([first])
  })

  test('two identical simultaneous requests are applied once, and both succeed', async () => {
    const id = randomUUID()
    const changes = toggled(await dvds(20, 29))
    const both = await Promise.all([change(ada, id, changes), change(ada, id, changes)])
    expect(both.map(({ data, error }) => [data, error])).toEqual([
      [10, null],
      [10, null],
    ])
  })

  test('a batch that conflicts with another change names the films and changes nothing', async () => {
    const films = await dvds(30, 39)
    const changes = toggled(films)
    await adam.client.from('films').update({ dvd: !films[3]?.dvd }).eq('spine', 33)
    const { status, error } = await change(ada, randomUUID(), changes)
    expect([status, error?.code, error?.message]).toEqual([
      409,
      'PT409',
      'Changed or deleted by someone else meanwhile: spine 33.',
    ])
    const now = await dvds(30, 39)
    expect(now.filter(({ spine }) => spine !== 33)).toEqual(films.filter(({ spine }) => spine !== 33))
  })

  test('a change after an update is not part of that update', async () => {
    const id = randomUUID()
    await change(ada, id, toggled(await dvds(40, 41)))
    await ada.client.from('films').update({ year: 1901 }).eq('spine', 40)
    const [entry] = (await latest(ada).limit(1)).data ?? []
    expect(entry).toMatchObject({ operation: 'changed', after: { year: 1901 }, update_name: null })
  })

  test('a deleted film is restored once, with people’s marks', async () => {
    const { data } = await anyone.client.from('films').select('id').eq('spine', 50).single()
    const id = data?.id ?? 0
    await olga.client.from('user_ownership').insert({ film_id: id, owns_dvd: true })
    await olga.client.from('user_wishlist').insert({ film_id: id })
    expect((await ada.client.rpc('count_film_trackers', { film_id: id }, { get: true })).data).toBe(1)
    await ada.client.from('films').delete().eq('id', id)
    expect((await latest(ada).limit(1)).data).toMatchObject([{ operation: 'deleted', who: 'ada' }])

    const both = await Promise.all([ada, adam].map((who) => who.client.rpc('restore_film', { film_id: id })))
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    const tracked = await anyone.client
      .from('user_ownership')
      .select('owns_dvd, owns_bluray')
      .match({ user_id: olga.id, film_id: id })
    expect(tracked.data).toEqual([{ owns_dvd: true, owns_bluray: false }])
    const unknown = await ada.client.rpc('restore_film', { film_id: 1 })
    expect([unknown.status, unknown.error?.message]).toEqual([404, 'That film was never deleted.'])
  })

  test('a deleted set is restored once, and one change of it is undone once', async () => {
    const { data: set } = await ada.client
      .from('sets')
      .insert({ title: 'Die Kiste', films: [{ title: 'Ein Film' }] })
      .select('id')
      .single()
      .throwOnError()
    await olga.client.from('user_sets').insert({ set_id: set.id, owns_dvd: true }).throwOnError()
    await ada.client.from('sets').delete().eq('id', set.id).throwOnError()
    const restored = await Promise.all(
      [ada, adam].map((who) => who.client.rpc('restore_set', { set_id: set.id })),
    )
    expect(restored.map(({ status }) => status).sort()).toEqual([204, 409])
    const ticked = anyone.client.from('user_sets').select('owns_dvd').match({ set_id: set.id })
    expect((await ticked).data).toEqual([{ owns_dvd: true }])

    await ada.client.from('sets').update({ title: 'Die Truhe' }).eq('id', set.id).throwOnError()
    const { data: change } = await ada.client
      .from('film_history')
      .select('id')
      .eq('set_id', set.id)
      .eq('operation', 'changed')
      .single()
      .throwOnError()
    const undone = await Promise.all(
      [ada, adam].map((who) => who.client.rpc('revert_film_change', { change_id: Number(change.id) })),
    )
    expect(undone.map(({ status }) => status).sort()).toEqual([204, 409])
    const sets = anyone.client.from('sets').select('title').eq('id', set.id)
    expect((await sets).data).toEqual([{ title: 'Die Kiste' }])
  })

  test.skipIf(engine === 'pglite')(
    'a tick during the deletion of its film is refused or restored with the film',
    async () => {
      const { data } = await anyone.client.from('films').select('id').eq('spine', 51).single()
      const id = data?.id ?? 0
      for (let round = 0; round < 20; round++) {
        await olga.client.from('user_ownership').upsert({ film_id: id, owns_dvd: true, owns_bluray: false })
        const [tick] = await Promise.all([
          olga.client.from('user_ownership').upsert({ user_id: olga.id, film_id: id, owns_bluray: true }),
          ada.client.from('films').delete().eq('id', id),
        ])
        expect((await ada.client.rpc('restore_film', { film_id: id })).error).toBeNull()
        const own = await anyone.client
          .from('user_ownership')
          .select('owns_bluray')
          .match({ user_id: olga.id, film_id: id })
        expect(own.data).toEqual([{ owns_bluray: tick.error === null }])
      }
    },
  )

  test('admins search the history by film and by person', async () => {
    await adam.client.from('films').update({ year: 1902 }).eq('spine', 60)
    const found = await latest(ada).like('search', '*60*').like('search', '*adam*').limit(1)
    expect(found.data).toMatchObject([{ who: 'adam', after: { year: 1902 } }])
    for (const relation of ['film_history', 'film_changes', 'film_updates']) {
      expect((await ada.untyped.from(relation).select('*').limit(1)).data).toHaveLength(1)
      expect((await olga.untyped.from(relation).select('*')).data).toEqual([])
      const denied = await anyone.untyped.from(relation).select('*')
      expect([denied.status, denied.error?.code]).toEqual([401, '42501'])
      for (const write of [
        ada.untyped.from(relation).delete().not('at', 'is', null),
        ada.untyped.from(relation).insert({ title: 'x' }),
      ]) {
        expect((await write).error).not.toBeNull()
      }
    }
  })

  test.each([
    ['change_film_formats', { update_id: randomUUID(), update_name: 'x', changes: [] }],
    ['revert_film_update', { update_id: randomUUID() }],
    ['revert_film_change', { change_id: 1 }],
    ['restore_film', { film_id: 1 }],
    ['restore_set', { set_id: 1 }],
  ])('only admins can use %s', async (name, args) => {
    const denied = await olga.untyped.rpc(name, args)
    expect([denied.status, denied.error?.code]).toEqual([403, '42501'])
    const visiting = await anyone.untyped.rpc(name, args)
    expect([visiting.status, visiting.error?.code]).toEqual([401, '42501'])
  })

  test('only admins can count the people who track a film', async () => {
    expect((await ada.client.rpc('count_film_trackers', { film_id: 1 })).data).toBe(0)
    expect((await olga.client.rpc('count_film_trackers', { film_id: 1 })).status).toBe(403)
    expect((await anyone.client.rpc('count_film_trackers', { film_id: 1 })).status).toBe(401)
  })

  test('invalid changes are refused with a message', async () => {
    const sender = openRawClient(server)
    const one = '{"id": 1, "after": {"dvd": true}}'
    const id = randomUUID()
    const bodies = [
      `null`,
      `{}`,
      `5`,
      `"x"`,
      `[null]`,
      `[[]]`,
      `[{}]`,
      `[${one},${one}]`,
      '[{"id": 1e999, "after": {}}]',
      '[{"id": 99999999999, "after": {}}]',
      '[{"id": 1, "after": {"dvd": null}}]',
      `[{"id": 1, "after": ${one}}]`,
      '[{"id": 1, "after": {"revision": 5}}]',
      '[{"id": "1; drop table films", "after": {}}]',
      '['.repeat(5000),
      `[${'{"id":1,"after":{}},'.repeat(100_000)}{}]`,
      `[${'{"id":1},'.repeat(20_000)}{}]`,
      `${'['.repeat(3000)}${']'.repeat(3000)}`,
      '[{"id": 1, "after": {"dvd": true}, "before": []}]',
    ].map((changes) => `{"update_id": "${id}", "update_name": "x", "changes": ${changes}}`)
    bodies.push(`{"update_id": null, "update_name": "x", "changes": []}`)
    bodies.push(`{"update_id": "${id}", "update_name": "a\\nb", "changes": []}`)
    bodies.push(`{"update_id": "${id}", "update_name": "x"}`)
    const before = await dvds(1, 1000)
    for (const body of bodies) {
      const request = {
        method: 'POST',
        path: '/rest/v1/rpc/change_film_formats',
        headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
        body,
      }
      const response = await sender.send(request)
      expectPostgrestResponse(request, response)
      expect([body.slice(0, 120), response.status]).toEqual([
        body.slice(0, 120),
        expect.toSatisfy((s) => s >= 400),
      ])
    }
    sender.close()
    expect(await dvds(1, 1000)).toEqual(before)
    expect(await server.db.query('select from film_updates where id = $1', [id])).toEqual([])
  })
})
