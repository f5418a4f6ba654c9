import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPerson, type Person, visitor } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const TABLES = ['user_ownership', 'user_wishlist', 'user_watched'] as const
const MARKS = ['dvd', 'bluray', 'wishlist', 'watched'] as const

describe.each(ENGINES)('imports on %s', (engine) => {
  let server: TestServer
  let anna: Person
  let ben: Person
  let films: number[]

  beforeAll(async () => {
    server = await startServer(engine)
    anna = await newPerson(server, 'anna')
    ben = await newPerson(server, 'ben')
    films = (await server.db.query<{ id: number }>('select id from public.films order by spine')).map(
      ({ id }) => id,
    )
  })
  beforeEach(async () => {
    for (const table of ['imports', ...TABLES]) await server.db.query(`delete from public.${table}`)
    for (const table of ['import_marks', 'mark_changes'])
      await server.db.query(`delete from private.${table}`)
  })
  afterAll(() => server?.close())

  /** The marks of all people, without ids of rows. */
  const everything = async () =>
    Promise.all(
      TABLES.map((table) =>
        server.db.query(`select (to_jsonb(row) - 'id')::text as row from public.${table} as row order by 1`),
      ),
    )
  const commit = (person: Person, id: string, ids: readonly number[], marks: readonly string[] = MARKS) =>
    person.client.rpc('commit_import', {
      import_id: id,
      name: 'films.csv',
      films: ids.map((film_id) => ({ film_id, marks: [...marks] })),
    })

  test('the whole catalogue is imported in one call and taken back', async () => {
    await anna.client.from('user_wishlist').insert({ user_id: anna.id, film_id: films[3] ?? 0 })
    await ben.client.from('user_watched').insert({ user_id: ben.id, film_id: films[3] ?? 0 })
    const before = await everything()
    const id = randomUUID()
    const { data, error } = await commit(anna, id, films)
    expect(error).toBe(null)
    expect(data).toMatchObject({ formats: 2 * 1299, wishlisted: 1298, watched: 1299 })
    const undone = await anna.client.rpc('undo_import', { import_id: id })
    expect(undone.data).toMatchObject({ removed: 4 * 1299 - 1 })
    expect(await everything()).toEqual(before)
  })

  test('a request that is sent again because its response was lost changes nothing', async () => {
    const id = randomUUID()
    const first = await commit(anna, id, films.slice(0, 50))
    const state = await everything()
    const [again, third] = await Promise.all([
      commit(anna, id, films.slice(0, 50)),
      commit(anna, id, films.slice(0, 50)),
    ])
    expect([again.data, third.data]).toEqual([first.data, first.data])
    expect(await everything()).toEqual(state)
  })

  test('an import whose connection breaks is written completely or not at all', async () => {
    const some = films.slice(0, 400)
    const marks = async () => (await server.db.query('select from public.user_watched')).length
    for (const wait of [0, 5, 20, 60, 120, 250]) {
      await anna.client.from('user_watched').delete().eq('user_id', anna.id).throwOnError()
      const id = randomUUID()
      const leave = new AbortController()
      setTimeout(() => leave.abort(), wait)
      await commit(anna, id, some, ['watched']).abortSignal(leave.signal)
      expect([0, 400], `after ${wait} ms`).toContain(await marks())
      // It is sent again, whichever it was.
      const { data, error } = await commit(anna, id, some, ['watched'])
      expect(error).toBe(null)
      expect(data).toMatchObject({ watched: 400 })
      expect(await marks()).toBe(400)
    }
    expect((await server.db.query('select from public.imports')).length).toBe(6)
  })

  test('two tabs that import at once write each mark once, and both imports can be taken back', async () => {
    const before = await everything()
    const [one, other] = [randomUUID(), randomUUID()]
    const results = await Promise.all([
      commit(anna, one, films.slice(0, 300)),
      commit(anna, other, films.slice(100, 400).reverse()),
    ])
    expect(results.map(({ error }) => error)).toEqual([null, null])
    const written = results.map(({ data }) => (data as { formats: number }).formats)
    expect(written.reduce((sum, formats) => sum + formats)).toBe(2 * 400)
    await Promise.all(
      [one, other].map((import_id) => anna.client.rpc('undo_import', { import_id }).throwOnError()),
    )
    expect(await everything()).toEqual(before)
  })

  test('ticks during an import are stored, and neither blocks the other', async () => {
    const ticks = films
      .slice(0, 40)
      .map((film_id) =>
        anna.client
          .from('user_ownership')
          .upsert({ user_id: anna.id, film_id, owns_laserdisc: true }, { onConflict: 'user_id,film_id' })
          .throwOnError(),
      )
    const id = randomUUID()
    await Promise.all([commit(anna, id, films.slice(0, 40)), ...ticks])
    await anna.client.rpc('undo_import', { import_id: id }).throwOnError()
    const { data } = await anna.client.from('user_ownership').select('*').eq('user_id', anna.id)
    expect(data?.length).toBe(40)
    for (const row of data ?? [])
      expect(row).toMatchObject({ owns_laserdisc: true, owns_dvd: false, owns_bluray: false })
  })

  test('a film that was deleted meanwhile refuses the whole import', async () => {
    const [{ id: gone } = { id: 0 }] = await server.db.query<{ id: number }>(
      `insert into public.films (spine, title, director) values (7000, 'a', 'b') returning id`,
    )
    await server.db.query('delete from public.films where id = $1', [gone])
    const { error, status } = await commit(anna, randomUUID(), [...films.slice(0, 5), gone])
    expect([status, error?.code]).toEqual([409, 'PT409'])
    expect(await everything()).toEqual([[], [], []])
    expect((await anna.client.from('imports').select('id')).data).toEqual([])
  })

  test('a copy and a viewing with the same id are imported and taken back', async () => {
    const id = randomUUID()
    const detail = randomUUID()
    const film = {
      film_id: films[0] ?? 0,
      marks: [],
      copies: [{ id: detail, format: 'dvd' }],
      viewings: [{ id: detail, watched_on: '2014' }],
    }
    const request = { import_id: id, name: 'films.csv', films: [film] }
    const { data } = await anna.client.rpc('commit_import', request).throwOnError()
    expect(data).toMatchObject({ copies: 1, viewings: 1 })
    const details = () =>
      server.db.query('select id from public.user_copies union all select id from public.user_viewings')
    expect(await details()).toEqual([{ id: detail }, { id: detail }])
    const undone = await anna.client.rpc('undo_import', { import_id: id }).throwOnError()
    // The copy, the viewing and their marks.
    expect(undone.data).toMatchObject({ removed: 4 })
    expect(await details()).toEqual([])
  })

  test('an import with more copies or viewings than a collection has is refused at once', async () => {
    const before = await everything()
    const [film_id = 0] = films
    for (const detail of ['viewings', 'copies'] as const) {
      const many = { import_id: randomUUID(), name: 'x', films: [{ film_id, marks: [], [detail]: [] }] }
      // As many as a body holds.
      const body = JSON.stringify(many).replace('[]}]', `[${'{},'.repeat(332_000)}{}]}]`)
      const started = performance.now()
      const response = await fetch(`${server.url}/rest/v1/rpc/commit_import`, {
        method: 'POST',
        headers: {
          apikey: server.key,
          authorization: `Bearer ${anna.token}`,
          'content-type': 'application/json',
        },
        body,
      })
      const { code } = (await response.json()) as { code: string }
      expect([response.status, code]).toEqual([400, '22023'])
      // Writing them took half a minute and more.
      expect(performance.now() - started).toBeLessThan(10_000)
    }
    expect(await everything()).toEqual(before)
  })

  test('only its owner reads and undoes an import, and deleting the account deletes it', async () => {
    const carla = await newPerson(server, 'carla')
    const id = randomUUID()
    await commit(carla, id, films.slice(0, 3)).throwOnError()
    expect((await carla.client.from('imports').select('id, name').eq('user_id', carla.id)).data).toEqual([
      { id, name: 'films.csv' },
    ])
    expect((await ben.client.from('imports').select('id').eq('user_id', carla.id)).data).toEqual([])
    expect((await visitor(server).client.from('imports').select('id')).status).toBe(401)
    expect((await ben.client.rpc('undo_import', { import_id: id })).status).toBe(404)
    expect(
      (await visitor(server).client.rpc('commit_import', { import_id: id, name: 'x', films: [] })).status,
    ).toBe(401)
    await carla.client.rpc('delete_account', { username: 'carla' }).throwOnError()
    expect(await server.db.query('select from public.imports')).toEqual([])
    expect(await server.db.query('select from private.import_marks')).toEqual([])
  })

  test('a mark queued before an import is left out where the import has changed the film since', async () => {
    const film_id = films[0] ?? 0
    const made_at = Date.now() - 60_000
    await commit(anna, randomUUID(), [film_id], ['dvd'])
    const { data } = await anna.client.rpc('apply_marks', {
      of_user: anna.id,
      marks: [{ mark: 'dvd', film_id, on: false, made_at }],
      sent_at: Date.now(),
    })
    expect(data).toEqual(['changed'])
  })
})
