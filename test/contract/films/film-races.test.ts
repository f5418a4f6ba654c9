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
})
