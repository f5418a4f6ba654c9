import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, newPerson, type Person, visitor } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const LISTS = ['user_wishlist', 'user_watched'] as const
const TABLES = [...LISTS, 'user_ownership'] as const

const KEY = { onConflict: 'user_id,film_id' }

describe.each(ENGINES)('tracking on %s', (engine) => {
  let server: TestServer
  let anyone: Caller
  let olga: Person
  let ben: Person
  let ada: Person
  let films: number[]

  beforeAll(async () => {
    server = await startServer(engine)
    anyone = visitor(server)
    olga = await newPerson(server, 'olga')
    ben = await newPerson(server, 'ben')
    ada = await newPerson(server, 'ada', 'admin')
    films = (await server.db.query<{ id: number }>('select id from public.films order by spine')).map(
      ({ id }) => id,
    )
  })
  beforeEach(async () => {
    for (const table of TABLES) await server.db.query(`delete from public.${table}`)
    await server.db.query('delete from private.mark_changes')
  })
  afterAll(() => server?.close())

  /** Returns all rows of the three tables, without row rules. */
  const everything = async () =>
    Promise.all(
      TABLES.map((table) =>
        server.db.query(`select to_jsonb(row)::text as row from public.${table} as row order by 1`),
      ),
    )

  const film = (index = 0) => films[index] ?? 0

  describe.each(LISTS)('%s', (list) => {
    test('a person adds a film to a list, reads it and removes it', async () => {
      const entry = { user_id: olga.id, film_id: film() }
      expect(await olga.client.from(list).insert(entry)).toMatchObject({ status: 201, error: null })
      const found = await olga.client.from(list).select('id').match(entry).maybeSingle()
      expect(found.data).toEqual({ id: expect.any(Number) })
      expect((await olga.client.from(list).select('film_id').eq('user_id', olga.id)).data).toEqual([
        { film_id: film() },
      ])
      expect(await olga.client.from(list).delete().match(entry)).toMatchObject({ status: 204, error: null })
      expect((await olga.client.from(list).select('id').match(entry).maybeSingle()).data).toBe(null)
    })

    test('adding a listed film again is refused, or ignored with ignore-duplicates', async () => {
      const entry = { user_id: olga.id, film_id: film() }
      await olga.client.from(list).insert(entry)
      const before = await everything()
      const again = await olga.client.from(list).insert(entry)
      expect([again.status, again.error?.code]).toEqual([409, '23505'])
      const ignored = await olga.client.from(list).upsert(entry, { ...KEY, ignoreDuplicates: true })
      expect(ignored.error).toBe(null)
      expect(await everything()).toEqual(before)
    })

    test('removing a film that is not listed is no error', async () => {
      const entry = { user_id: olga.id, film_id: film() }
      expect((await olga.client.from(list).delete().match(entry)).status).toBe(204)
    })

    test('everyone reads a public list, and only its owner changes it', async () => {
      const entry = { user_id: olga.id, film_id: film() }
      await olga.client.from(list).insert(entry)
      const before = await everything()
      for (const other of [anyone, ben, ada]) {
        const seen = await other.client.from(list).select('film_id').eq('user_id', olga.id)
        expect(seen.data).toEqual([{ film_id: film() }])
      }
      for (const other of [ben, ada]) {
        const another = await other.client.from(list).insert({ user_id: olga.id, film_id: film(1) })
        expect([another.status, another.error?.code]).toEqual([403, '42501'])
        // The row rules hide the row from other writers.
        expect((await other.client.from(list).delete().match(entry).select()).data).toEqual([])
      }
      const byNobody = await anyone.client.from(list).insert({ user_id: olga.id, film_id: film(1) })
      expect([byNobody.status, byNobody.error?.code]).toEqual([401, '42501'])
      expect((await anyone.client.from(list).delete().match(entry)).status).toBe(401)
      expect(await everything()).toEqual(before)
    })

    test('an entry can be added and removed but not changed', async () => {
      await olga.client.from(list).insert({ user_id: olga.id, film_id: film() })
      const before = await everything()
      for (const change of [{ film_id: film(1) }, { user_id: ben.id }]) {
        const changed = await olga.untyped.from(list).update(change).eq('user_id', olga.id)
        expect([changed.status, changed.error?.code]).toEqual([403, '42501'])
      }
      expect(await everything()).toEqual(before)
    })
  })

  describe('user_ownership', () => {
    const flags = async (person: Person, index = 0) =>
      (
        await anyone.client
          .from('user_ownership')
          .select('owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k')
          .match({ user_id: person.id, film_id: film(index) })
          .maybeSingle()
      ).data

    const none = { owns_laserdisc: false, owns_dvd: false, owns_bluray: false, owns_bluray_4k: false }

    test('the first tick creates a row with all other flags false', async () => {
      const made = await olga.client
        .from('user_ownership')
        .insert({ user_id: olga.id, film_id: film(), owns_dvd: true })
      expect([made.status, made.error]).toEqual([201, null])
      expect(await flags(olga)).toEqual({ ...none, owns_dvd: true })
    })

    test('a later tick changes only its flag', async () => {
      await olga.client.from('user_ownership').insert({ user_id: olga.id, film_id: film(), owns_dvd: true })
      const changed = await olga.client
        .from('user_ownership')
        .update({ owns_bluray: true })
        .eq('user_id', olga.id)
        .eq('film_id', film())
      expect([changed.status, changed.error]).toEqual([204, null])
      expect(await flags(olga)).toEqual({ ...none, owns_dvd: true, owns_bluray: true })
    })

    test('a tick upserts one flag, with or without an existing row', async () => {
      const tick = (flag: object) =>
        olga.client.from('user_ownership').upsert({ user_id: olga.id, film_id: film(), ...flag }, KEY)
      expect((await tick({ owns_dvd: true })).error).toBe(null)
      expect(await flags(olga)).toEqual({ ...none, owns_dvd: true })
      expect((await tick({ owns_bluray_4k: true })).error).toBe(null)
      expect(await flags(olga)).toEqual({ ...none, owns_dvd: true, owns_bluray_4k: true })
      expect((await tick({ owns_dvd: false })).error).toBe(null)
      expect(await flags(olga)).toEqual({ ...none, owns_bluray_4k: true })
    })

    test('simultaneous ticks are all stored', async () => {
      const ticked = await Promise.all(
        Object.keys(none).map((flag) =>
          olga.untyped
            .from('user_ownership')
            .upsert({ user_id: olga.id, film_id: film(), [flag]: true }, KEY),
        ),
      )
      expect(ticked.map(({ error }) => error)).toEqual([null, null, null, null])
      expect(Object.values((await flags(olga)) ?? {})).toEqual([true, true, true, true])
    })

    test('a person’s ownership is read in pages beyond the row limit of a response', async () => {
      const rows = films.map((film_id) => ({ user_id: olga.id, film_id, owns_dvd: true }))
      for (const part of [rows.slice(0, 1000), rows.slice(1000)]) {
        expect((await olga.client.from('user_ownership').insert(part)).error).toBe(null)
      }
      const seen: number[] = []
      for (const from of [0, 1000]) {
        const page = await olga.client
          .from('user_ownership')
          .select('film_id')
          .eq('user_id', olga.id)
          .order('film_id')
          .range(from, from + 999)
        seen.push(...(page.data ?? []).map(({ film_id }) => film_id))
      }
      expect(seen).toEqual(films.toSorted((a, b) => a - b))
    })

    test('only the owner changes a row, and the owner cannot transfer it', async () => {
      await olga.client.from('user_ownership').insert({ user_id: olga.id, film_id: film(), owns_dvd: true })
      const before = await everything()
      for (const other of [ben, ada]) {
        const table = () => other.client.from('user_ownership')
        const unticked = await table().update({ owns_dvd: false }).eq('user_id', olga.id).select()
        expect([unticked.data, unticked.error]).toEqual([[], null])
        expect((await table().delete().eq('user_id', olga.id).select()).data).toEqual([])
        const taken = await table().update({ user_id: other.id }).eq('user_id', olga.id).select()
        expect(taken.data).toEqual([])
        const upserted = await table().upsert({ user_id: olga.id, film_id: film(), owns_dvd: false }, KEY)
        expect([upserted.status, upserted.error?.code]).toEqual([403, '42501'])
      }
      const given = await olga.client.from('user_ownership').update({ user_id: ben.id }).eq('film_id', film())
      expect([given.status, given.error?.code]).toEqual([403, '42501'])
      for (const write of [
        anyone.client.from('user_ownership').update({ owns_dvd: false }).eq('user_id', olga.id),
        anyone.client.from('user_ownership').delete().eq('user_id', olga.id),
        anyone.client.from('user_ownership').upsert({ user_id: olga.id, film_id: film() }, KEY),
      ]) {
        const { status, error } = await write
        expect([status, error?.code]).toEqual([401, '42501'])
      }
      expect(await everything()).toEqual(before)
    })
  })

  describe('marks made without a network', () => {
    const apply = (person: Person, marks: object[], sentAt = 10_000) =>
      person.untyped.rpc('apply_marks', { of_user: person.id, marks, sent_at: sentAt })
    const mark = (mark: string, index: number, on = true, made_at = 5_000) => ({
      mark,
      film_id: film(index),
      on,
      made_at,
    })

    test('queued marks are applied in order, and applying them again changes nothing', async () => {
      const marks = [
        mark('dvd', 0),
        mark('wishlist', 0),
        mark('bluray', 0),
        mark('dvd', 0, false, 6_000),
        { ...mark('watched', 0), film_id: 2_000_000_000 },
        mark('watched', 1),
      ]
      const response = await apply(olga, marks)
      expect([response.status, response.data]).toEqual([
        200,
        ['written', 'written', 'written', 'written', 'no film', 'written'],
      ])
      const before = await everything()
      const again = await apply(olga, marks.slice(1), 12_000)
      expect(again.data).toEqual(['same', 'same', 'same', 'no film', 'same'])
      expect(await everything()).toEqual(before)
    })

    test('a newer change on another device overrides a queued mark', async () => {
      await olga.client.from('user_ownership').insert({ film_id: film(), owns_dvd: true })
      await olga.client.from('user_watched').insert({ film_id: film() })
      await olga.client.from('user_watched').delete().eq('user_id', olga.id).eq('film_id', film())
      const before = await everything()
      const response = await apply(olga, [mark('dvd', 0, false), mark('bluray', 0), mark('watched', 0)])
      expect(response.data).toEqual(['changed', 'changed', 'changed'])
      expect(await everything()).toEqual(before)
    })

    test('a person can apply only their own marks', async () => {
      const before = await everything()
      const body = { of_user: olga.id, marks: [mark('dvd', 0)], sent_at: 1 }
      for (const [other, status] of [
        [anyone, 401],
        [ben, 403],
        [ada, 403],
      ] as const) {
        const refused = await other.untyped.rpc('apply_marks', body)
        expect([refused.status, refused.error?.code]).toEqual([status, '42501'])
      }
      expect(await everything()).toEqual(before)
    })

    test('a format of the whole catalogue is marked in one call', async () => {
      expect(films.length).toBe(1299)
      const { data } = await apply(
        olga,
        films.map((_, index) => mark('bluray', index)),
      )
      expect(data).toEqual(films.map(() => 'written'))
    })

    test.each<[string, () => unknown]>([
      ['an object', () => ({ dvd: true })],
      ['null', () => null],
      ['a list of numbers', () => [7]],
      ['an unknown mark', () => [mark('vhs', 0)]],
      ['a mark of another table', () => [mark('roles', 0)]],
      ['an incomplete mark', () => [mark('dvd', 0), { mark: 'dvd' }]],
      ['a film that is not a number', () => [{ ...mark('dvd', 0), film_id: 'x' }]],
      ['a film id out of range', () => [{ ...mark('dvd', 0), film_id: 1e15 }]],
      ['a time out of range', () => [{ ...mark('dvd', 0), made_at: 1e300 }]],
      ['too many marks', () => Array.from({ length: 2001 }, (_, n) => mark('dvd', n))],
    ])('an invalid batch of marks is refused completely: %s', async (_, marks) => {
      const before = await everything()
      const { status, error } = await apply(olga, marks() as object[])
      expect(status, error?.message).toBe(400)
      expect(await everything()).toEqual(before)
    })

    test('new marks are applied at once from every device, and old changes are pruned', async () => {
      await olga.client.from('user_watched').insert(films.slice(0, 100).map((film_id) => ({ film_id })))
      await server.db.query(`update private.mark_changes set changed_at = now() - interval '91 days'`)
      const ticks = Array.from({ length: 20 }, (_, n) => [
        apply(olga, [mark('dvd', n % 4, true, 10_000), mark('wishlist', n % 4, n % 2 === 0, 10_000)]),
        olga.client
          .from('user_ownership')
          .upsert({ user_id: olga.id, film_id: film(n % 4), owns_bluray: true }, KEY),
        olga.client
          .from('user_wishlist')
          .delete()
          .eq('user_id', olga.id)
          .eq('film_id', film(n % 4)),
      ]).flat()
      const responses = await Promise.all(ticks)
      expect(responses.filter(({ error }) => error).map(({ error }) => error)).toEqual([])
      const known = await server.db.query('select distinct list from private.mark_changes order by list')
      expect(known.map(({ list }) => list)).toEqual(['user_ownership', 'user_wishlist'])
    })
  })

  describe.each(TABLES)('invalid writes to %s', (table) => {
    const entry = (more: object) => ({ user_id: olga.id, film_id: film(1), ...more })

    test.each([
      ['an unknown film', () => entry({ film_id: 2_000_000_000 }), [409, '23503']],
      ['no film', () => ({ user_id: olga.id }), [400, '23502']],
      ['a film that is not a number', () => entry({ film_id: 'x' }), [400, '22P02']],
      ['a film id out of range', () => entry({ film_id: 1e15 }), [400, '22003']],
      ['a person that is not an id', () => entry({ user_id: 'olga' }), [400, '22P02']],
      ['an unknown person', () => entry({ user_id: crypto.randomUUID() }), [403, '42501']],
      ['an unknown column', () => entry({ note: 'x' }), [400, 'PGRST204']],
      ['two films of which one is unknown', () => [entry({}), entry({ film_id: -1 })], [409, '23503']],
      ['the same film twice', () => [entry({}), entry({})], [409, '23505']],
    ])('a write with %s is refused and changes nothing', async (_, rows, expected) => {
      await olga.client.from(table).insert({ user_id: olga.id, film_id: film() })
      const before = await everything()
      const { status, error } = await olga.untyped.from(table).insert(rows())
      expect([status, error?.code]).toEqual(expected)
      expect(error?.message).not.toMatch(/insert into|select /i)
      expect(await everything()).toEqual(before)
    })

    test('an update of all rows at once is refused', async () => {
      await olga.client.from(table).insert({ user_id: olga.id, film_id: film() })
      const before = await everything()
      const gone = await olga.untyped.from(table).delete()
      expect([gone.status, gone.error?.code]).toEqual([400, '21000'])
      const moved = await olga.untyped.from(table).update({ film_id: film(1) })
      expect([moved.status, moved.error?.code]).toEqual([400, '21000'])
      expect(await everything()).toEqual(before)
    })

    test('a row with a chosen id is refused', async () => {
      const before = await everything()
      const { status } = await olga.untyped.from(table).insert(entry({ id: 7 }))
      expect([400, 403]).toContain(status)
      expect(await everything()).toEqual(before)
    })
  })
})
