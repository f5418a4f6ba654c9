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

    test('a change reads few of the recorded changes of its person', async () => {
      const elias = await newPerson(server, 'elias')
      expect((await apply(elias, 'watched', true)).error).toBe(null)
      const { read, recorded } = await recordedBy(
        elias,
        'insert into public.user_ownership (user_id, film_id, owns_dvd) select $1, min(id), true from public.films',
      )
      expect(recorded).toBe(1)
      expect(read).toBeLessThan(10)
    })

    test('a change reads few recorded changes even with a plan that was made while there were none', async () => {
      await server.db.query('delete from private.mark_changes')
      await server.db.query('vacuum analyze private.mark_changes')
      const { read, recorded } = await recordedBy(
        await newPerson(server, 'frida'),
        'insert into public.user_watched (user_id, film_id) select $1, id from public.films',
      )
      expect(recorded).toBe(films.length)
      expect(read).toBeLessThan(films.length)
    })

    /** The rows of recorded changes that a person's statement reads and inserts. */
    function recordedBy({ id }: Person, statement: string) {
      return server.db.transaction(async (tx) => {
        // Contains what this connection did before and has not reported yet.
        const counts = async () => {
          const [row] = await tx.query<{ read: number; recorded: number }>(
            `select (seq_tup_read + idx_tup_fetch)::integer as read, n_tup_ins::integer as recorded
             from pg_stat_xact_all_tables where relid = 'private.mark_changes'::regclass`,
          )
          return { read: row?.read ?? 0, recorded: row?.recorded ?? 0 }
        }
        await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: id })])
        const before = await counts()
        await tx.query(statement, [id])
        const after = await counts()
        return { read: after.read - before.read, recorded: after.recorded - before.recorded }
      })
    }

    test('a request of other clients marks five hundred films', async () => {
      const rows = films.slice(0, 500).map((film_id) => ({ user_id: person.id, film_id, owns_dvd: true }))
      expect((await person.client.from('user_ownership').upsert(rows)).error).toBe(null)
      expect((await person.client.from('user_watched').delete().eq('user_id', person.id)).error).toBe(null)
    })

    test('all films are imported with copies and viewings, again, and taken back', async () => {
      const id = randomUUID()
      const details = {
        copies: [{ format: 'laserdisc', note: 'A gift' }],
        viewings: [{ watched_on: '2024', rating: 8 }],
      }
      const given = films.map((film_id) => ({ film_id, marks: ['laserdisc', 'watched'], ...details }))
      const commit = (import_id: string) =>
        person.client.rpc('commit_import', { import_id, name: 'a.csv', films: given })
      expect((await commit(id)).error).toBe(null)
      await server.db.query('analyze')
      expect((await commit(randomUUID())).error).toBe(null)
      expect((await person.client.rpc('undo_import', { import_id: id })).error).toBe(null)
    })

    test('an admin deletes a film that all have and restores it, and an account with all films is deleted', async () => {
      await server.db.query(
        `insert into public.user_roles (user_id, role) select id, 'admin' from public.profiles`,
      )
      const id = films[0] ?? 0
      expect((await person.client.from('films').delete().eq('id', id)).error).toBe(null)
      expect((await person.client.rpc('restore_film', { film_id: id })).error).toBe(null)
      expect((await person.client.rpc('delete_account', { username: 'dora' })).error).toBe(null)
    })
  },
)
