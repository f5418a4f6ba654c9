import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../../server/admin/commands.ts'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'

const ROUNDS = 20

// The embedded engine runs one transaction at a time.
describe('simultaneous changes of the same films on postgres', () => {
  let server: TestServer
  let ada: Person
  let adam: Person

  beforeAll(async () => {
    server = await startServer('postgres')
    ada = await newPerson(server, 'ada', 'admin')
    adam = await newPerson(server, 'adam', 'admin')
  })
  afterAll(() => server?.close())

  const numberOf = async (spine: number) =>
    (await ada.client.from('films').select('id').eq('spine', spine).single().throwOnError()).data.id
  const remove = (who: Person, id: number) => who.client.from('films').delete().eq('id', id)
  const restore = (who: Person, id: number) => who.client.rpc('restore_film', { film_id: id })

  test('a film that is restored while it is deleted has its latest values', async () => {
    const id = await numberOf(1)
    for (let round = 0; round < ROUNDS; round++) {
      await remove(ada, id)
      await restore(ada, id)
      await ada.client
        .from('films')
        .update({ country: `Country ${round}` })
        .eq('id', id)
      await Promise.all([remove(ada, id), restore(adam, id), restore(ada, id)])
      await restore(ada, id)
      const { data } = await ada.client.from('films').select('country').eq('id', id).single()
      expect(data?.country).toBe(`Country ${round}`)
    }
  })

  test('updates, reverts, deletions and restorations of the same films never block each other', async () => {
    const { data } = await ada.client.from('films').select('id').order('spine').range(100, 139).throwOnError()
    const ids = data.map((film) => film.id)
    const codes = new Set<string | undefined>()
    const update = async (who: Person, from: number) => {
      const id = randomUUID()
      const changes = [...ids.slice(from), ...ids.slice(0, from)].map((film) => ({
        id: film,
        after: { laserdisc: from % 2 === 0 },
      }))
      const done = await who.untyped.rpc('change_film_formats', { update_id: id, update_name: 'x', changes })
      const back = await who.untyped.rpc('revert_film_update', { update_id: id })
      for (const { error } of [done, back]) codes.add(error?.code)
    }
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all([
        ...[0, 7, 20, 33].map((from) => update(from % 2 === 0 ? ada : adam, from)),
        ...ids.slice(0, 4).map(async (film) => {
          codes.add((await remove(adam, film)).error?.code)
          codes.add((await restore(ada, film)).error?.code)
        }),
      ])
    }
    expect(codes).not.toContain('40P01')
    expect(codes).toContain(undefined)
  })

  test('a request that PostgreSQL ends because of a deadlock runs once more', async () => {
    const [first, second] = [await numberOf(10), await numberOf(11)].toSorted((one, other) => one - other)
    const waiting = () =>
      server.db.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    const changes = [first, second].map((id) => ({ id, after: { laserdisc: true, bluray_4k: true } }))
    const update_id = randomUUID()
    const requested = await server.db.transaction(async (tx) => {
      await tx.query('select from public.films where id = $1 for update', [second ?? 0])
      const request = ada.untyped.rpc('change_film_formats', { update_id, update_name: 'x', changes }).then()
      await expect.poll(waiting, { interval: 10 }).not.toEqual([])
      // Both now wait for each other. PostgreSQL ends the one that began to wait first.
      await tx.query('select from public.films where id = $1 for update', [first ?? 0])
      return { request }
    })
    expect((await requested.request).error).toBeNull()
    const { data } = await ada.client
      .from('films')
      .select('bluray_4k')
      .in('id', [first ?? 0, second ?? 0])
    expect(data).toEqual([{ bluray_4k: true }, { bluray_4k: true }])
    const deadlocks = async () =>
      (
        await server.db.query<{ count: number }>(
          'select deadlocks::integer as count from pg_stat_database where datname = current_database()',
        )
      )[0]?.count
    await expect.poll(deadlocks, { timeout: 15_000 }).toBe(1)
  })

  test('an import in any order and an update of the same films never block each other', async () => {
    const { data } = await ada.client
      .from('films')
      .select('id, spine')
      .order('spine')
      .range(400, 999)
      .throwOnError()
    const codes = new Set<string | undefined>()
    for (let round = 0; round < ROUNDS / 4; round++) {
      const lines = data.map(({ spine }) => `${spine},Title ${round},Director`).reverse()
      const csv = ['spine,title,director', ...lines].join('\n')
      const changes = data.map(({ id }) => ({ id, after: { laserdisc: round % 2 === 0 } }))
      const [, { error }] = await Promise.all([
        runCommand(server.db, { name: 'import', file: 'films.csv', csv }, () => {}),
        ada.untyped.rpc('change_film_formats', { update_id: randomUUID(), update_name: 'x', changes }),
      ])
      codes.add(error?.code)
    }
    expect([...codes]).toEqual([undefined])
  })

  test('deleting an account and deleting or restoring a film that it tracks never block each other', async () => {
    const id = await numberOf(300)
    for (let round = 0; round < ROUNDS / 2; round++) {
      for (const change of [remove, restore]) {
        const names = Array.from({ length: 6 }, (_, index) => `${change.name}-${round}-${index}`)
        const people = await Promise.all(names.map((name) => newPerson(server, name)))
        await restore(ada, id)
        await Promise.all(
          people.map((person) => person.client.from('user_ownership').insert({ film_id: id })),
        )
        if (change === restore) await remove(ada, id)
        const results = await Promise.all([
          ...people.map((person, index) => person.untyped.rpc('delete_account', { username: names[index] })),
          change(ada, id),
        ])
        expect(results.map(({ error }) => error)).toEqual(results.map(() => null))
      }
    }
  })

  test('giving a set a spine and changing what its owners track never block each other', async () => {
    const spines = await server.db.query<{ id: number }>(
      'select id from public.films where id not in (select film_id from public.sets where film_id is not null) limit 2',
    )
    const names = Array.from({ length: 4 }, (_, index) => `owner-${index}`)
    const owners = await Promise.all(names.map((name) => newPerson(server, name)))
    const spineless = await Promise.all(
      ['One', 'Other'].map((title) => ada.client.from('sets').insert({ title }).select('id').single()),
    )
    const sets = spineless.map(({ data }) => data?.id ?? 0)
    const codes = new Set<string | undefined>()
    const toSpine = async (who: Person, id: number, film_id: number | null) =>
      codes.add((await who.client.from('sets').update({ film_id }).eq('id', id)).error?.code)
    const change = async ({ client, untyped, id }: Person, round: number) => {
      const marks = sets.flatMap((set_id) => [
        { mark: 'dvd', set_id, on: round % 2 === 0, made_at: Date.now() },
        { mark: 'copy', set_id, id: randomUUID(), on: true, row: { format: 'dvd' }, made_at: Date.now() },
      ])
      const titles = sets.map((set_id) => ({
        set_id,
        marks: ['bluray'],
        copies: [{ format: 'bluray', price: round }],
      }))
      const imported = { import_id: randomUUID(), name: 'x', films: [], sets: titles }
      const results = await Promise.all([
        untyped.rpc('commit_import', imported),
        client
          .from('user_copies')
          .update({ note: `Round ${round}` })
          .eq('user_id', id),
        untyped.rpc('apply_marks', { of_user: id, marks, sent_at: Date.now() }),
        client
          .from('user_sets')
          .update({ owns_dvd: false })
          .match({ user_id: id, set_id: sets[0] ?? 0 }),
        untyped.rpc('commit_import', { ...imported, import_id: randomUUID(), sets: titles.toReversed() }),
      ])
      for (const { error } of results) codes.add(error?.code)
    }
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all([
        ...owners.map((owner) => change(owner, round)),
        ...sets.map(async (id, index) => {
          const who = index === 0 ? ada : adam
          await toSpine(who, id, spines[index]?.id ?? 0)
          await toSpine(who, id, null)
        }),
      ])
      for (const id of sets) await toSpine(ada, id, null)
      for (const { client, id } of owners) await client.from('user_copies').delete().eq('user_id', id)
    }
    // A set that has a spine by then is refused.
    expect([...codes].filter((code) => code !== undefined && code !== '23514')).toEqual([])
    expect(codes).toContain(undefined)
  })
})
