import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, newPerson, type Person, visitor } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

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

  test('an admin edits every field at once, and a single flag', async () => {
    const whole = {
      spine: 6001,
      title: 'Changed',
      director: 'Another',
      country: 'Japan',
      year: 1960,
      laserdisc: true,
      dvd: true,
      bluray: true,
      bluray_4k: true,
      laserdisc_oop: true,
      dvd_oop: true,
      bluray_oop: true,
      bluray_4k_oop: true,
      product_url: 'https://a/',
      box_art_url: 'https://b/',
      imdb_link: 'https://c/',
      letterboxd_link: 'https://d/',
      wikipedia_link: 'https://e/',
      bluray_com_link: 'https://f/',
      amazon_link: 'https://g/',
      ebay_link: 'https://h/',
    }
    const added = await ada.client
      .from('films')
      .insert({ ...NEW, spine: 6000 })
      .select()
      .single()
    const id = added.data?.id ?? 0
    expect(await ada.client.from('films').update(whole).eq('id', id)).toMatchObject({
      status: 204,
      error: null,
    })
    const set = (flag: object) => ada.untyped.from('films').update(flag).eq('id', id).select('*').single()
    expect((await set({ dvd: false })).data).toMatchObject({
      ...whole,
      dvd: false,
      dvd_oop: false,
      revision: 3,
    })
    expect((await set({ bluray_oop: false })).data).toMatchObject({
      bluray: true,
      bluray_oop: false,
      revision: 4,
    })
    await ada.client.from('films').delete().eq('id', id)
  })

  test('the second of two admins who edit one film gets a conflict and overwrites nothing', async () => {
    const adam = await newPerson(server, 'adam', 'admin')
    const { data } = await adam.client.from('films').select('id, revision').eq('spine', 7).single()
    const { id, revision } = data ?? { id: 0, revision: 0 }
    const save = (who: Person, change: object) =>
      who.untyped
        .from('films')
        .update(change)
        .eq('id', id)
        .eq('revision', revision)
        .select('title, year, revision')
    expect((await save(ada, { year: 1971 })).data).toMatchObject([{ year: 1971, revision: revision + 1 }])
    expect(await save(adam, { title: 'Overwritten' })).toMatchObject({ data: [], error: null })
    const now = await anyone.client.from('films').select('title, year').eq('id', id).single()
    expect(now.data).toMatchObject({ title: expect.not.stringMatching('Overwritten'), year: 1971 })
    // Only one of two simultaneous edits succeeds.
    const both = await Promise.all(
      [ada, adam].map((who) =>
        who.client
          .from('films')
          .update({ country: who.id })
          .eq('id', id)
          .eq('revision', revision + 1)
          .select('id'),
      ),
    )
    expect(both.map((response) => response.data?.length).sort()).toEqual([0, 1])
  })

  test('a person whose admin role was revoked cannot write films', async () => {
    const eve = await newPerson(server, 'eve', 'admin')
    const change = () => eve.client.from('films').update({ year: 1972 }).eq('spine', 8).select('year')
    expect((await change()).data).toEqual([{ year: 1972 }])
    await server.db.query('delete from public.user_roles where user_id = $1', [eve.id])
    expect((await change()).data).toEqual([])
    expect((await eve.client.from('films').insert(NEW)).error?.code).toBe('42501')
  })

  test.each([
    [{ spine: 1 }, '23505', 'films_spine_key'],
    [{ spine: 0 }, '23514', 'films_spine_check'],
    [{ spine: 1_000_000_000 }, '23514', 'films_spine_check'],
    [{ spine: 3_000_000_000 }, '22003', 'out of range'],
    [{ spine: null }, '23502', 'column "spine"'],
    [{ title: '' }, '23514', 'films_title_check'],
    [{ title: ' a' }, '23514', 'films_title_check'],
    [{ title: 'x'.repeat(501) }, '23514', 'films_title_check'],
    [{ title: null }, '23502', 'column "title"'],
    [{ director: 'a\nb' }, '23514', 'films_director_check'],
    [{ country: '' }, '23514', 'films_country_check'],
    [{ year: 1869 }, '23514', 'films_year_check'],
    [{ product_url: 'x' }, '23514', 'films_product_url_check'],
    [{ box_art_url: 'http://' }, '23514', 'films_box_art_url_check'],
    [{ imdb_link: 'x' }, '23514', 'films_imdb_link_check'],
    [{ letterboxd_link: 'ftp://x' }, '23514', 'films_letterboxd_link_check'],
    [{ wikipedia_link: 'https://x/a b' }, '23514', 'films_wikipedia_link_check'],
    [{ bluray_com_link: '//x' }, '23514', 'films_bluray_com_link_check'],
    [{ amazon_link: 'data:,x' }, '23514', 'films_amazon_link_check'],
    [{ ebay_link: 'javascript:alert(1)' }, '23514', 'films_ebay_link_check'],
  ])('a refused write of %j has the code %s and names %s', async (part, code, name) => {
    const before = await digest()
    const refusals = [
      await ada.untyped.from('films').insert({ ...NEW, spine: 5001, ...part }),
      await ada.untyped.from('films').update(part).eq('spine', 2),
    ]
    for (const { status, error } of refusals) {
      expect(error).toMatchObject({ code, message: expect.stringContaining(name) })
      expect(status).toBe(code === '23505' ? 409 : 400)
    }
    expect(await digest()).toEqual(before)
  })

  test('an out-of-print flag is false while its format is false', async () => {
    const set = (change: object) =>
      ada.untyped.from('films').update(change).eq('spine', 2).select('dvd, dvd_oop, laserdisc_oop').single()
    expect((await set({ dvd: true, dvd_oop: true })).data).toMatchObject({ dvd: true, dvd_oop: true })
    expect((await set({ dvd: false })).data).toMatchObject({ dvd: false, dvd_oop: false })
    expect((await set({ dvd_oop: true })).data).toMatchObject({ dvd: false, dvd_oop: false })
  })

  test('an admin changes fifty films by spine in one request', async () => {
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

  test('only admins add, change or delete films', async () => {
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
    ['no director', { director: null }, [400, '23502']],
    ['a year that is not a number', { year: 'x' }, [400, '22P02']],
    ['a year out of range', { year: 3000 }, [400, '23514']],
    ['a link that is not a web address', { ebay_link: 'javascript:alert(1)' }, [400, '23514']],
    ['an unknown column', { rating: 5 }, [400, 'PGRST204']],
  ])('an admin cannot add a film with %s', async (_, part, expected) => {
    const before = await digest()
    const { status, error } = await ada.untyped.from('films').insert({ ...NEW, ...part })
    expect([status, error?.code]).toEqual(expected)
    expect(await digest()).toEqual(before)
  })

  test('an admin can set neither the id, search text or revision of a film, nor all films at once', async () => {
    const before = await digest()
    for (const part of [{ id: 99_999 }, { search: 'x' }, { revision: 7 }]) {
      const added = await ada.untyped.from('films').insert({ ...NEW, ...part })
      const changed = await ada.untyped.from('films').update(part).eq('spine', 1)
      expect([400, 403]).toContain(added.status)
      expect([400, 403]).toContain(changed.status)
    }
    expect((await ada.untyped.from('films').update({ dvd: false })).error?.code).toBe('21000')
    expect((await ada.untyped.from('films').delete()).error?.code).toBe('21000')
    expect(await digest()).toEqual(before)
  })
})
