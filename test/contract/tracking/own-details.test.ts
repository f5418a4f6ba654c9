import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendToRest } from '../../support/cache-requests.ts'
import { type Caller, newPerson, type Person, visitor } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const TABLES = ['user_copies', 'user_viewings', 'user_wish_details'] as const
const MARKS = ['user_sets', 'user_ownership', 'user_wishlist', 'user_watched'] as const
const SECRETS = ['canary', '34.95', 'Tomasz', '2006-11-11']

describe.each(ENGINES)('copies, viewings and wishes on %s', (engine) => {
  let server: TestServer
  let anyone: Caller
  let olga: Person
  let ben: Person
  let ada: Person
  let film: number
  let set: number

  beforeAll(async () => {
    server = await startServer(engine)
    anyone = visitor(server)
    olga = await newPerson(server, 'olga')
    ben = await newPerson(server, 'ben')
    ada = await newPerson(server, 'ada', 'admin')
    const [row] = await server.db.query<{ film: number; set: number }>(
      `select (select id from public.films where spine = 2) as film,
         (select id from public.sets where film_id is null order by id limit 1) as set`,
    )
    film = row?.film ?? 0
    set = row?.set ?? 0
  })
  beforeEach(async () => {
    for (const table of [...TABLES, ...MARKS, 'imports']) await server.db.query(`delete from public.${table}`)
    for (const table of ['removed_details', 'mark_changes', 'import_marks', 'import_details'])
      await server.db.query(`delete from private.${table}`)
    await olga.client
      .from('user_copies')
      .insert([
        {
          film_id: film,
          format: 'dvd',
          acquired_on: '2006-11-11',
          price: 34.95,
          currency: 'USD',
          store: 'canary store',
          place: 'canary shelf',
          lent_to: 'Tomasz',
          note: 'canary note',
        },
        { set_id: set, format: 'laserdisc', store: 'canary of a set' },
      ])
      .throwOnError()
    await olga.client
      .from('user_viewings')
      .insert({ film_id: film, watched_on: '2014', rating: 9, note: 'canary viewing' })
      .throwOnError()
    await olga.client
      .from('user_wish_details')
      .insert({ film_id: film, note: 'canary wish', price: 34.95, currency: 'USD' })
      .throwOnError()
  })
  afterAll(() => server?.close())

  const rows = (table: string) =>
    server.db.query(`select to_jsonb(row)::text as row from public.${table} as row order by 1`)

  test('the owner adds, reads, changes and removes each with the stock client', async () => {
    const id = randomUUID()
    const copy = {
      user_id: olga.id,
      id,
      film_id: film,
      format: 'bluray',
      price: 12.5,
      acquired_on: '2026-11',
    }
    for (let round = 0; round < 2; round++) {
      const { error } = await olga.client.from('user_copies').upsert(copy, { onConflict: 'user_id,id' })
      expect(error).toBe(null)
    }
    const own = () =>
      olga.client.from('user_copies').select('format, price, acquired_on').match({ user_id: olga.id, id })
    expect((await own()).data).toEqual([{ format: 'bluray', price: 12.5, acquired_on: '2026-11' }])
    await olga.client.from('user_copies').update({ price: 13 }).match({ user_id: olga.id, id }).throwOnError()
    expect((await own()).data?.[0]?.price).toBe(13)
    await olga.client.from('user_copies').delete().match({ user_id: olga.id, id }).throwOnError()
    expect((await own()).data).toEqual([])
    const wish = { user_id: olga.id, film_id: film, wants_bluray_4k: true, priority: 1 }
    await olga.client.from('user_wishlist').upsert(wish, { onConflict: 'user_id,film_id' }).throwOnError()
    const { data } = await anyone.client.from('user_wishlist').select('*').eq('user_id', olga.id)
    expect(data).toMatchObject([{ film_id: film, wants_bluray_4k: true, wants_dvd: false, priority: 1 }])
    expect(Object.keys(data?.[0] ?? {})).not.toContain('note')
  })

  test.each([
    ['acquired_on', '2026-02-30'],
    ['price', -1],
    ['currency', 'EURO'],
    ['condition', 'mint'],
    ['note', 'x'.repeat(5001)],
  ])('a copy whose %s is wrong is refused by the name of the column', async (column, value) => {
    const { status, error } = await olga.untyped
      .from('user_copies')
      .insert({ film_id: film, format: 'dvd', [column]: value })
    expect([status, error?.code, error?.message]).toEqual([400, '23514', expect.stringContaining(column)])
  })

  test('no response reveals a copy, a price, a place, a loan or a note to other people', async () => {
    const nobody = randomUUID()
    for (const caller of [anyone, ben, ada]) {
      const { untyped: client } = caller
      const about = async (id: string) => {
        const answers = await Promise.all([
          ...TABLES.flatMap((table) => [
            client.from(table).select('*', { count: 'exact' }).eq('user_id', id),
            client.from(table).select('*', { count: 'exact', head: true }).eq('user_id', id),
            client.from(table).select('user_id').eq('user_id', id).order('note').limit(1),
            client.from(table).select('user_id').eq('user_id', id).like('note', 'canary*'),
            client.from(table).select('note').eq('user_id', id).csv(),
            client.from(table).update({ note: 'x' }).eq('user_id', id).select(),
            client.from(table).delete().eq('user_id', id).select(),
            client
              .from(table)
              .insert({ user_id: id, film_id: film, ...(table === 'user_copies' && { format: 'dvd' }) }),
          ]),
          client.from('user_copies').select('*').eq('user_id', id).gt('price', 30),
          client.from('user_copies').select('*').eq('film_id', film).eq('user_id', id).single(),
          client.rpc('profile_viewings', { of_user: nobody }, { get: true }).select('note'),
          client.rpc('commit_import', {
            import_id: randomUUID(),
            name: 'x',
            films: [{ film_id: film, marks: [], copies: [{ user_id: id, format: 'vhs' }] }],
          }),
          client.rpc('apply_marks', { of_user: id, marks: [], sent_at: 1 }),
        ])
        return answers.map(({ status, data, count, error }) => JSON.stringify([status, data, count, error]))
      }
      const responses = await about(olga.id)
      for (const secret of SECRETS) expect(responses.join('\n')).not.toContain(secret)
      const same = (answers: string[]) =>
        answers.map((text) => text.replaceAll(olga.id, 'id').replaceAll(nobody, 'id'))
      expect(same(responses)).toEqual(same(await about(nobody)))
      const public_ = await Promise.all([
        client.rpc('profile_films', { of_user: olga.id }, { get: true }).eq('owned', true),
        client.rpc('profile_viewings', { of_user: olga.id }, { get: true }),
        client.rpc('profile_film_counts', { of_user: olga.id }, { get: true }),
        client.rpc('profile_counts', { of_username: 'olga' }),
        client.rpc('profile_films_in_sets', { of_user: olga.id }, { get: true }),
        ...MARKS.map((table) => client.from(table).select('*').eq('user_id', olga.id)),
      ])
      for (const secret of SECRETS) expect(JSON.stringify(public_)).not.toContain(secret)
      expect(public_[1]?.data).toMatchObject([{ film_id: film, watched_on: '2014', rating: 9 }])
    }
    for (const table of TABLES) expect((await rows(table)).length, table).toBeGreaterThan(0)
    const log = await sendToRest(server, 'user_copies?select=*')
    expect(log.headers.etag).toBeUndefined()
    expect(log.status).toBe(401)
  })

  test('unticking removes the copies, and the Undo of a browser restores them', async () => {
    const before = await rows('user_copies')
    const tick = (owns_dvd: boolean) =>
      olga.client
        .from('user_ownership')
        .upsert({ user_id: olga.id, film_id: film, owns_dvd }, { onConflict: 'user_id,film_id' })
        .throwOnError()
    await tick(false)
    expect((await rows('user_copies')).length).toBe(1)
    await tick(true)
    expect(await rows('user_copies')).toEqual(before)
    const marks = (on: boolean) => [{ mark: 'dvd', film_id: film, on, made_at: Date.now() }]
    for (const on of [false, true]) {
      const { data } = await olga.client.rpc('apply_marks', {
        of_user: olga.id,
        marks: marks(on),
        sent_at: Date.now(),
      })
      expect(data).toEqual(['written'])
    }
    expect(await rows('user_copies')).toEqual(before)
  })

  test('an import of copies and viewings adds each once, also at once from two tabs, and can be taken back', async () => {
    const films = [
      {
        film_id: film,
        marks: [],
        copies: [
          { format: 'bluray', price: 5 },
          { format: 'bluray', price: 5 },
        ],
        viewings: [{ watched_on: '2020-01' }, { watched_on: '2014', rating: 1 }],
      },
    ]
    const all = async () => (await Promise.all([...TABLES, ...MARKS].map(rows))).flat().map(({ row }) => row)
    const before = await all()
    const commit = (import_id: string) =>
      olga.client.rpc('commit_import', { import_id, name: 'x', films }).throwOnError()
    const ids = [randomUUID(), randomUUID()]
    const made = (await Promise.all(ids.map(commit))).map(
      ({ data }) => data as { copies: number; viewings: number },
    )
    expect(made.map(({ copies, viewings }) => [copies, viewings]).sort()).toEqual([
      [0, 0],
      [2, 1],
    ])
    const [again] = [(await commit(ids[0] ?? '')).data]
    expect(again).toEqual(made[0])
    for (const import_id of ids) await olga.client.rpc('undo_import', { import_id }).throwOnError()
    expect(await all()).toEqual(before)
  })

  test('a set has copies like a film, also from queued marks, and a new tick restores them', async () => {
    const own = (caller: Caller, which: object) =>
      caller.untyped.rpc('own_details', which).then(({ data }) => data)
    expect(await own(olga, { of_set: set })).toMatchObject({
      copies: [{ format: 'laserdisc', store: 'canary of a set' }],
      viewings: [],
      wish: null,
    })
    expect(await own(ben, { of_set: set })).toMatchObject({ copies: [] })
    expect(await own(olga, { of_film: set }), 'the film with the number of the set').toMatchObject({
      copies: [],
    })
    const id = randomUUID()
    const sent = [
      { mark: 'dvd', set_id: set, on: true, made_at: Date.now() },
      { mark: 'copy', set_id: set, id, on: true, row: { format: 'bluray' }, made_at: Date.now() },
      { mark: 'laserdisc', set_id: set, on: false, made_at: Date.now() },
    ]
    const apply = () =>
      olga.untyped
        .rpc('apply_marks', { of_user: olga.id, marks: sent, sent_at: Date.now() })
        .then(({ data }) => data)
    expect(await apply()).toEqual(['written', 'written', 'written'])
    expect(await apply()).toEqual(['same', 'same', 'same'])
    const { data: ticks } = await olga.client.from('user_sets').select('*').eq('user_id', olga.id)
    expect(ticks).toMatchObject([
      { set_id: set, owns_laserdisc: false, owns_dvd: true, owns_bluray: true, owns_bluray_4k: false },
    ])
    const removed = (which: object) =>
      olga.untyped.rpc('count_removed_copies', { of_format: 'laserdisc', ...which }).then(({ data }) => data)
    expect(await removed({ of_films: [], of_set: set })).toBe(1)
    expect(await removed({ of_films: [set] })).toBe(0)
    const tick = { user_id: olga.id, set_id: set, owns_laserdisc: true }
    await olga.client.from('user_sets').upsert(tick, { onConflict: 'user_id,set_id' }).throwOnError()
    expect(await own(olga, { of_set: set })).toMatchObject({
      copies: expect.arrayContaining([expect.objectContaining({ store: 'canary of a set' })]),
    })
  })

  test('all of it is deleted with the account', async () => {
    const carla = await newPerson(server, 'carla')
    await carla.client.from('user_copies').insert({ film_id: film, format: 'dvd' }).throwOnError()
    await carla.client.from('user_viewings').insert({ film_id: film }).throwOnError()
    await carla.client.from('user_watched').delete().eq('user_id', carla.id).throwOnError()
    await carla.client.from('user_wish_details').insert({ film_id: film, note: 'x' }).throwOnError()
    await carla.client.from('user_sets').insert({ set_id: set, owns_dvd: true }).throwOnError()
    await carla.client.rpc('delete_account', { username: 'carla' }).throwOnError()
    const left = await server.db.query(
      `select 1 from public.user_copies where user_id = $1 union all select 1 from public.user_viewings where user_id = $1
       union all select 1 from public.user_wish_details where user_id = $1 union all select 1 from public.user_sets where user_id = $1
       union all select 1 from private.removed_details where user_id = $1
       union all select 1 from private.mark_changes where user_id = $1`,
      [carla.id],
    )
    expect(left).toEqual([])
  })

  test('simultaneous ticks, changes of copies and a deletion of the film never block each other', async () => {
    const [gone] = await server.db.query<{ id: number }>(
      `insert into public.films (spine, title, director, dvd) values (8000 + $1, 'a', 'b', true) returning id`,
      [engine === 'pglite' ? 1 : 2],
    )
    const film_id = gone?.id ?? 0
    const id = randomUUID()
    await olga.client.from('user_copies').insert({ id, film_id, format: 'dvd' }).throwOnError()
    const key = { user_id: olga.id, id }
    const results = await Promise.all([
      ...['bluray', 'laserdisc', 'dvd'].map((format) =>
        olga.client.from('user_copies').update({ format }).match(key),
      ),
      olga.client.from('user_viewings').insert({ film_id }),
      ada.client.from('films').delete().eq('id', film_id),
      olga.client.from('user_copies').insert({ film_id, format: 'bluray_4k' }),
    ])
    expect(results.map(({ error }) => error?.code).filter((code) => code && code !== '23503')).toEqual([])
    await ada.client.rpc('restore_film', { film_id }).throwOnError()
    expect((await olga.client.from('user_copies').select('id').match(key)).data).toEqual([{ id }])
  })
})
