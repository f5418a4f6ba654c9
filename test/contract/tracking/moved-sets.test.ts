import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('a wrong spine of a box set on %s', (engine) => {
  let server: TestServer
  let admin: Person
  let people: Person[]
  let films: number[]
  let set: number

  beforeAll(async () => {
    server = await startServer(engine)
    admin = await newPerson(server, 'admin-anna', 'admin')
    const [ben, cleo] = [await newPerson(server, 'ben'), await newPerson(server, 'cleo')]
    people = [ben, cleo]
    const rows = await server.db.query<{ id: number }>(
      'select id from public.films where id not in (select film_id from public.sets where film_id is not null) order by id limit 2',
    )
    films = rows.map(({ id }) => id)
    const made = await admin.client
      .from('sets')
      .insert({ title: 'A set' })
      .select('id')
      .single()
      .throwOnError()
    set = made.data.id
    for (const { client } of people) await client.from('user_sets').insert({ set_id: set, owns_bluray: true })
    const copy = { price: 49.99, currency: 'EUR', place: 'Shelf', lent_to: 'Dora', note: 'Signed' }
    await ben.client
      .from('user_copies')
      .insert({ ...copy, set_id: set, format: 'dvd' })
      .throwOnError()
    await cleo.client
      .from('user_ownership')
      .insert({ film_id: films[0] ?? 0, owns_bluray: true })
      .throwOnError()
  })
  afterAll(() => server?.close())

  async function ownedBy({ client, id }: Person) {
    const [ticks, sets, copies] = [
      await client.from('user_ownership').select().eq('user_id', id).order('film_id').throwOnError(),
      await client.from('user_sets').select().eq('user_id', id).throwOnError(),
      await client.from('user_copies').select().order('id').throwOnError(),
    ]
    // A row of ticks gets a new id.
    return {
      ticks: ticks.data.map(({ film_id, owns_dvd, owns_bluray }) => ({ film_id, owns_dvd, owns_bluray })),
      sets: sets.data,
      copies: copies.data,
    }
  }
  const owned = () => Promise.all(people.map(ownedBy))
  const give = (film_id: number | null) =>
    admin.client.from('sets').update({ film_id }).eq('id', set).throwOnError()

  test.each(['Undo in the history', 'removing the spine', 'correcting the spine and removing it'])(
    'after %s everybody owns what they owned before',
    async (how) => {
      const before = await owned()
      await give(films[0] ?? 0)
      expect((await owned()).map(({ sets }) => sets)).toEqual([[], []])
      if (how === 'Undo in the history') {
        const history = admin.untyped
          .from('film_history')
          .select('id')
          .eq('set_id', set)
          .eq('operation', 'changed')
        const { data } = await history.order('id', { ascending: false }).throwOnError()
        const newest = Math.max(...(data as { id: string }[]).map(({ id }) => Number(id)))
        await admin.untyped.rpc('revert_film_change', { change_id: newest }).throwOnError()
      } else {
        if (how.startsWith('correcting')) await give(films[1] ?? 0)
        await give(null)
      }
      expect(await owned()).toEqual(before)
    },
  )

  test('correcting the spine of a set moves what everybody owns of it to the other film', async () => {
    await give(films[0] ?? 0)
    await give(films[1] ?? 0)
    const [ben, cleo] = await owned()
    expect(ben?.ticks).toEqual([{ film_id: films[1], owns_dvd: true, owns_bluray: true }])
    expect(ben?.copies).toMatchObject([{ film_id: films[1], set_id: null, price: 49.99, note: 'Signed' }])
    expect(cleo?.ticks.map(({ film_id }) => film_id)).toEqual(films)
    await give(null)
  })
})
