import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, newPerson, type Person, visitor } from './people.ts'
import { ENGINES } from './place.ts'
import { startServer, type TestServer } from './server.ts'

const NEW = { spine: 5000, title: 'Playtime Again', director: 'Jacques Tati' }

describe.each(ENGINES)('writing films on %s', (engine) => {
  let server: TestServer
  let anyone: Caller
  let olga: Person
  let ada: Person

  beforeAll(async () => {
    server = await startServer(engine)
    anyone = visitor(server)
    olga = await newPerson(server, 'olga')
    ada = await newPerson(server, 'ada', 'admin')
  })
  afterAll(() => server?.close())

  const digest = () =>
    server.db.query('select md5(string_agg(film::text, $1 order by id)) as films from public.films as film', [
      '',
    ])

  test('an admin adds a film, edits it and deletes it', async () => {
    const added = await ada.client.from('films').insert(NEW).select().single()
    expect([added.status, added.error]).toEqual([201, null])
    expect(added.data).toMatchObject({ ...NEW, dvd: false, dvd_oop: false, search: expect.any(String) })
    const id = added.data?.id ?? 0

    const edit = {
      title: 'Trafic Again',
      year: 1971,
      country: 'France',
      dvd: true,
      imdb_link: 'https://imdb.com/',
    }
    const edited = await ada.client.from('films').update(edit).eq('id', id).select().single()
    expect(edited.data).toMatchObject({ ...NEW, ...edit, search: 'trafic again jacques tati 5000' })

    const deleted = await ada.client.from('films').delete().eq('id', id)
    expect([deleted.status, deleted.error]).toEqual([204, null])
    expect((await anyone.client.from('films').select('id').eq('id', id)).data).toEqual([])
  })

  test('an out-of-print flag is off while its format is', async () => {
    const set = (change: object) =>
      ada.loose.from('films').update(change).eq('spine', 2).select('dvd, dvd_oop, laserdisc_oop').single()
    expect((await set({ dvd: true, dvd_oop: true })).data).toMatchObject({ dvd: true, dvd_oop: true })
    expect((await set({ dvd: false })).data).toMatchObject({ dvd: false, dvd_oop: false })
    expect((await set({ dvd_oop: true })).data).toMatchObject({ dvd: false, dvd_oop: false })
  })

  test('fifty films are changed by spine at once', async () => {
    const spines = Array.from({ length: 50 }, (_, index) => 100 + index)
    const changed = await Promise.all(
      spines.map((spine) =>
        ada.client.from('films').update({ laserdisc: true, laserdisc_oop: true }).eq('spine', spine),
      ),
    )
    expect(changed.map(({ status }) => status)).toEqual(spines.map(() => 204))
    const { count } = await anyone.client
      .from('films')
      .select('*', { count: 'exact', head: true })
      .match({ laserdisc: true, laserdisc_oop: true })
      .in('spine', spines)
    expect(count).toBe(50)
  })

  test('nobody else adds, changes or deletes a film', async () => {
    const before = await digest()
    const added = await olga.client.from('films').insert(NEW)
    expect([added.status, added.error?.code]).toEqual([403, '42501'])
    const changed = await olga.client.from('films').update({ title: 'x' }).eq('spine', 1).select()
    expect([changed.data, changed.error]).toEqual([[], null])
    expect((await olga.client.from('films').delete().eq('spine', 1).select()).data).toEqual([])
    const upserted = await olga.client.from('films').upsert({ ...NEW, spine: 1 }, { onConflict: 'spine' })
    expect([upserted.status, upserted.error?.code]).toEqual([403, '42501'])
    for (const write of [
      anyone.client.from('films').insert(NEW),
      anyone.client.from('films').update({ title: 'x' }).eq('spine', 1),
      anyone.client.from('films').delete().eq('spine', 1),
    ]) {
      const { status, error } = await write
      expect([status, error?.code]).toEqual([401, '42501'])
    }
    expect(await digest()).toEqual(before)
  })

  test.each([
    ['a spine that another film has', { spine: 1 }, [409, '23505']],
    ['spine zero', { spine: 0 }, [400, '23514']],
    ['no title', { title: null }, [400, '23502']],
    ['a blank title', { title: ' ' }, [400, '23514']],
    ['a director that is missing', { director: null }, [400, '23502']],
    ['a year that is no number', { year: 'x' }, [400, '22P02']],
    ['a year far off', { year: 3000 }, [400, '23514']],
    ['a link that is no web address', { ebay_link: 'javascript:alert(1)' }, [400, '23514']],
    ['a column that is not there', { rating: 5 }, [400, 'PGRST204']],
  ])('an admin cannot add a film with %s', async (_, part, answer) => {
    const before = await digest()
    const { status, error } = await ada.loose.from('films').insert({ ...NEW, ...part })
    expect([status, error?.code]).toEqual(answer)
    expect(await digest()).toEqual(before)
  })

  test('an admin sets neither the number nor the search text of a film, nor all films at once', async () => {
    const before = await digest()
    for (const part of [{ id: 99_999 }, { search: 'x' }]) {
      const added = await ada.loose.from('films').insert({ ...NEW, ...part })
      const changed = await ada.loose.from('films').update(part).eq('spine', 1)
      expect([400, 403]).toContain(added.status)
      expect([400, 403]).toContain(changed.status)
    }
    expect((await ada.loose.from('films').update({ dvd: false })).error?.code).toBe('21000')
    expect((await ada.loose.from('films').delete()).error?.code).toBe('21000')
    expect(await digest()).toEqual(before)
  })
})
