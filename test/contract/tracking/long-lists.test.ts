import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson, type Person } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

/** A call fails after 10 s. Each of these takes less than one, unless its plan reads a long list again for each row. */
describe.each(ENGINES)(
  'people with the whole catalogue, once the tables have statistics, on %s',
  (engine) => {
    let server: TestServer
    let films: number[]
    let person: Person

    const apply = (of: Person, mark: string, on: boolean) =>
      of.client.rpc('apply_marks', {
        of_user: of.id,
        marks: films.map((film_id) => ({ mark, film_id, on, made_at: Date.now() })),
        sent_at: Date.now(),
      })

    beforeAll(async () => {
      server = await startServer(engine)
      films = (await server.db.query<{ id: number }>('select id from public.films')).map(({ id }) => id)
      for (const name of ['anna', 'ben', 'chloe']) {
        const owner = await newPerson(server, name)
        for (const mark of ['bluray', 'watched', 'wishlist']) await apply(owner, mark, true)
      }
      await server.db.query('analyze')
      person = await newPerson(server, 'dora')
    })
    afterAll(() => server?.close())

    test.each([
      ['bluray', true],
      ['bluray', false],
      ['watched', true],
      ['wishlist', true],
    ] as const)('a person marks all films at once: %s %s', async (mark, on) => {
      const { data, error } = await apply(person, mark, on)
      expect(error).toBe(null)
      expect(new Set(data)).toEqual(new Set(['written']))
    })

    test('a request of other clients marks a thousand films', async () => {
      const rows = films.slice(0, 1000).map((film_id) => ({ user_id: person.id, film_id, owns_dvd: true }))
      expect((await person.client.from('user_ownership').upsert(rows)).error).toBe(null)
      expect((await person.client.from('user_watched').delete().eq('user_id', person.id)).error).toBe(null)
    })

    test('all films are imported and taken back', async () => {
      const id = randomUUID()
      const marks = ['laserdisc', 'watched']
      const given = films.map((film_id) => ({ film_id, marks }))
      const imported = await person.client.rpc('commit_import', {
        import_id: id,
        name: 'a.csv',
        films: given,
      })
      expect(imported.error).toBe(null)
      expect((await person.client.rpc('undo_import', { import_id: id })).error).toBe(null)
    })
  },
)
