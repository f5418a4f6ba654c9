import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../domain/database.types.ts'
import { FORMATS } from '../../../domain/film/formats.ts'
import { type Caller, newPerson, type Person, visitor } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

type ListedFilm = Database['public']['Functions']['profile_films']['Returns'][number]
type CountsArguments = Database['public']['Functions']['profile_counts']['Args']

const SORTS = ['spine', 'title', 'year', 'director', 'country'] as const
const TABS: Record<string, Partial<ListedFilm>> = {
  all: {},
  owned: { owned: true },
  unowned: { owned: false },
  watched: { watched: true },
  wishlist: { wishlisted: true },
}

describe.each(ENGINES)('profiles on %s', (engine) => {
  let server: TestServer
  let anyone: Caller
  let olga: Person
  let ben: Person
  let ada: Person

  beforeAll(async () => {
    server = await startServer(engine)
    anyone = visitor(server)
    olga = await newPerson(server, 'olga')
    ben = await newPerson(server, 'ben')
    ada = await newPerson(server, 'ada', 'admin')
  })
  afterAll(() => server?.close())

  const names = () => server.db.query('select id::text, username from public.profiles order by id')

  describe('names', () => {
    test('a profile is found by username and by id', async () => {
      const byName = await anyone.client.from('profiles').select('id').eq('username', 'olga').single()
      expect(byName.data).toEqual({ id: olga.id })
      const byId = await anyone.client.from('profiles').select('username').eq('id', olga.id).single()
      expect(byId.data).toEqual({ username: 'olga' })
      const nobody = await anyone.client.from('profiles').select('id').eq('username', 'zoe').maybeSingle()
      expect([nobody.data, nobody.error]).toEqual([null, null])
    })

    test('a profile shows only its username and who sees it', async () => {
      const { data } = await anyone.client.from('profiles').select('*').eq('id', olga.id).single()
      expect(data).toEqual({
        id: olga.id,
        username: 'olga',
        visibility: 'public',
        collection_visibility: null,
        watched_visibility: null,
        wishlist_visibility: null,
      })
      const asked = await olga.untyped.from('profiles').select('email').eq('id', olga.id)
      expect([asked.status, asked.error?.code]).toEqual([400, '42703'])
      for (const hidden of ['users', 'sessions', 'given_up_usernames', 'reserved_words']) {
        expect((await ada.untyped.from(hidden).select()).error?.code).toBe('PGRST205')
      }
    })

    test('the owner changes the username, which is stored in lower case', async () => {
      const changed = await olga.client.from('profiles').update({ username: ' Olenka ' }).eq('id', olga.id)
      expect([changed.status, changed.error]).toEqual([204, null])
      const { data } = await anyone.client.from('profiles').select('username').eq('id', olga.id).single()
      expect(data?.username).toBe('olenka')
      await olga.client.from('profiles').update({ username: 'olga' }).eq('id', olga.id)
    })

    test.each([
      ['reserved', 'Admin', [400, '23514'], /reserved/],
      ['taken, in another case', 'BEN', [409, '23505'], /./],
      ['given up by another', 'olenka', [409, '23505'], /taken/],
      ['too short', 'ab', [400, '23514'], /./],
      ['too long', 'a'.repeat(31), [400, '23514'], /./],
      ['not made of allowed characters', '<b>', [400, '23514'], /./],
      ['missing', null, [400, '23502'], /./],
    ])('a username that is %s is refused and changes nothing', async (_, username, expected, message) => {
      const before = await names()
      const person = expected[0] === 409 && username === 'olenka' ? ada : olga
      const refused = await person.untyped.from('profiles').update({ username }).eq('id', person.id)
      expect([refused.status, refused.error?.code]).toEqual(expected)
      expect(refused.error?.message).toMatch(message)
      expect(await names()).toEqual(before)
    })

    test('a person cannot create, change, delete or take over another profile', async () => {
      const before = await names()
      for (const other of [ben, ada]) {
        const renamed = other.client
          .from('profiles')
          .update({ username: 'stolen' })
          .eq('id', olga.id)
          .select()
        expect((await renamed).data).toEqual([])
      }
      for (const person of [olga, ada]) {
        const table = () => person.untyped.from('profiles')
        for (const write of [
          table().insert({ id: crypto.randomUUID(), username: 'zoe' }),
          table().upsert({ id: person.id, username: 'zoe' }),
          table().update({ id: ben.id }).eq('id', person.id),
          table().delete().eq('id', person.id),
        ]) {
          const { status, error } = await write
          expect([status, error?.code]).toEqual([403, '42501'])
        }
        const unknown = await table().update({ role: 'admin' }).eq('id', person.id)
        expect([unknown.status, unknown.error?.code]).toEqual([400, 'PGRST204'])
      }
      const byNobody = await anyone.client.from('profiles').update({ username: 'zoe' }).eq('id', olga.id)
      expect([byNobody.status, byNobody.error?.code]).toEqual([401, '42501'])
      expect(await names()).toEqual(before)
    })

    test('username_state reports whether a username is available', async () => {
      const state = async (caller: Caller, username: string) =>
        (await caller.client.rpc('username_state', { username })).data
      expect(await state(anyone, ' Zoe ')).toBe('free')
      expect(await state(anyone, 'OLGA')).toBe('taken')
      expect(await state(olga, 'OLGA')).toBe('free')
      expect(await state(anyone, 'admin')).toBe('reserved')
      expect(await state(anyone, "o'brien")).toBe('not allowed')
    })
  })

  describe('roles', () => {
    test('a person reads only their own roles', async () => {
      const rolesOf = (caller: Caller, id: string) =>
        caller.client.from('user_roles').select('role').eq('user_id', id).eq('role', 'admin')
      expect((await rolesOf(ada, ada.id)).data).toEqual([{ role: 'admin' }])
      expect((await rolesOf(olga, olga.id)).data).toEqual([])
      expect((await rolesOf(olga, ada.id)).data).toEqual([])
      const byNobody = await rolesOf(anyone, ada.id)
      expect([byNobody.status, byNobody.error?.code]).toEqual([401, '42501'])
    })

    test('no API call grants or revokes the admin role', async () => {
      const roles = () => server.db.query('select user_id::text, role from public.user_roles')
      const before = await roles()
      expect(before).toEqual([{ user_id: ada.id, role: 'admin' }])
      for (const caller of [anyone, olga, ada]) {
        const table = () => caller.untyped.from('user_roles')
        const row = { user_id: olga.id, role: 'admin' }
        for (const write of [
          table().insert(row),
          table().upsert(row),
          table().upsert({ ...row, user_id: ada.id }, { onConflict: 'user_id,role' }),
          table().update({ user_id: olga.id }).eq('user_id', ada.id),
          table().delete().eq('user_id', ada.id),
        ]) {
          const { status, error } = await write
          expect([status, error?.code]).toEqual([caller === anyone ? 401 : 403, '42501'])
        }
        expect((await caller.untyped.rpc('is_admin')).error?.code).toBe('PGRST202')
      }
      expect(await roles()).toEqual(before)
    })
  })

  describe('lists', () => {
    let films: ListedFilm[]

    beforeAll(async () => {
      const all = (await server.db.query<{ id: number; spine: number }>(
        'select id, spine from public.films order by spine',
      )) as { id: number; spine: number }[]
      const every = (step: number) =>
        all.filter(({ spine }) => spine % step === 0).map(({ id }) => ({ user_id: olga.id, film_id: id }))
      await olga.client.from('user_ownership').insert(every(3).map((key) => ({ ...key, owns_dvd: true })))
      // Ticked and unticked: not owned.
      await olga.client.from('user_ownership').upsert(
        every(5).map((key) => ({ ...key, owns_dvd: false })),
        { onConflict: 'user_id,film_id' },
      )
      await olga.client.from('user_watched').insert(every(7))
      await olga.client.from('user_wishlist').insert(every(50))
      await ben.client.from('user_watched').insert({ user_id: ben.id, film_id: all[0]?.id ?? 0 })
      films = (
        await server.db.query<{ film: string }>(
          `select (to_jsonb(film) - 'revision' || jsonb_build_object(
             'owned', spine % 3 = 0 and spine % 5 <> 0 or id in (
               select member.film_id from public.set_films member
               join public.sets on sets.id = member.set_id join public.films box on box.id = sets.film_id
               where box.spine % 3 = 0 and box.spine % 5 <> 0
             ), 'watched', spine % 7 = 0, 'wishlisted', spine % 50 = 0
           ))::text as film from public.films as film order by spine`,
        )
      ).map(({ film }) => JSON.parse(film) as ListedFilm)
    })

    const matching = (wanted: Partial<ListedFilm>) =>
      films.filter((film) =>
        Object.entries(wanted).every(([name, value]) => film[name as keyof ListedFilm] === value),
      )

    const page = (of: Person, wanted: Partial<ListedFilm>, sort: (typeof SORTS)[number], from = 0) =>
      anyone.client
        .rpc('profile_films', { of_user: of.id }, { get: true, count: 'exact' })
        .select('*')
        .match(wanted)
        .order(sort)
        .order('spine')
        .range(from, from + 49)

    test.each(
      Object.entries(TABS).flatMap(([tab, wanted]) => SORTS.map((sort) => [tab, sort, wanted] as const)),
    )('the tab %s by %s contains each of its films once in pages of fifty', async (_, sort, wanted) => {
      const expected = matching(wanted)
      const seen: ListedFilm[] = []
      for (let from = 0; from < expected.length; from += 50) {
        const { data, count, error } = await page(olga, wanted, sort, from)
        expect([error, count]).toEqual([null, expected.length])
        seen.push(...(data ?? []))
      }
      const inOrder = await server.db.query<{ spine: number }>(
        `select spine from public.films where spine = any ($1::int[]) order by ${sort}, spine`,
        [`{${expected.map(({ spine }) => spine).join()}}`],
      )
      expect(seen.map(({ spine }) => spine)).toEqual(inOrder.map(({ spine }) => spine))
    })

    test.each(FORMATS)('the format filter %s applies in a tab', async (format) => {
      const { data, count } = await page(olga, { watched: true, [format]: true }, 'title')
      const expected = matching({ watched: true, [format]: true })
      expect(count).toBe(expected.length)
      expect(data?.length).toBe(Math.min(50, expected.length))
    })

    test.each(FORMATS)('the count of films owned in %s equals the list', async (format) => {
      const { count } = await page(olga, { owned: true, [`owns_${format}`]: true }, 'title')
      const { data } = await anyone.client
        .rpc('profile_counts', { of_username: 'olga', formats: [format] })
        .single()
      expect(data?.owned).toBe(count)
      expect(count).toBe(format === 'dvd' ? matching({ owned: true }).length : 0)
    })

    test('a listed film has all columns that its card shows', async () => {
      const { data } = await anyone.client
        .rpc('profile_films', { of_user: olga.id }, { get: true })
        .eq('spine', 3)
        .single()
      expect(data).toMatchObject(films.find(({ spine }) => spine === 3) ?? {})
      expect(data).toMatchObject({ owns_dvd: true, owns_bluray: false, owned: true, wishlisted: false })
    })

    test('each person has separate lists, and an unknown person has none', async () => {
      expect((await page(ben, { watched: true }, 'spine')).data?.map(({ spine }) => spine)).toEqual([1])
      const nobody = await page({ ...ben, id: crypto.randomUUID() }, {}, 'spine')
      expect([nobody.data, nobody.count]).toEqual([[], 0])
    })

    test('a request for all people’s lists is refused', async () => {
      for (const everybody of [
        await anyone.untyped.from('profile_films').select().limit(1),
        await anyone.untyped.rpc('profile_films', {}, { get: true }).limit(1),
      ]) {
        expect(everybody.status).toBe(404)
      }
    })

    test('the counts equal the lists, also with search words and formats', async () => {
      const counts = async (words: string[], formats: string[]) =>
        (await anyone.client.rpc('profile_counts', { of_username: 'Olga', words, formats }).single()).data
      const tally = (released: ListedFilm[], owned: ListedFilm[]) => ({
        user_id: olga.id,
        catalogue: films.length,
        catalogue_owned: matching({ owned: true }).length,
        films: released.length,
        owned: owned.length,
        unowned: released.filter(({ owned }) => !owned).length,
        watched: released.filter(({ watched }) => watched).length,
        wishlist: released.filter(({ wishlisted }) => wishlisted).length,
        visibility: 'public',
        collection_visibility: 'public',
        watched_visibility: 'public',
        wishlist_visibility: 'public',
      })
      const everything = tally(films, matching({ owned: true }))
      expect(await counts([], [])).toEqual(everything)
      // Every film she owns is owned on DVD, even if it was not released on DVD.
      expect(await counts([], ['dvd'])).toEqual(tally(matching({ dvd: true }), matching({ owned: true })))
      expect(await counts([], ['bluray'])).toEqual(tally(matching({ bluray: true }), []))
      const kurosawa = films.filter(({ search }) => search?.includes('kurosawa'))
      expect(kurosawa.length).toBeGreaterThan(10)
      const hers = kurosawa.filter(({ owned }) => owned)
      expect(await counts(['kurosawa'], [])).toEqual(tally(kurosawa, hers))
      const akira = kurosawa.filter(({ search, bluray }) => search?.includes('akira') && bluray)
      expect(await counts(['akira', 'kurosawa'], ['bluray'])).toEqual(tally(akira, []))
      expect(await counts(['%'], [])).toEqual(tally([], []))
      const short = await anyone.client.rpc('profile_counts', { of_username: 'olga' }).single()
      expect(short.data).toEqual(everything)
    })

    test.each([
      ['lists of lists', { words: [Array(60_000).fill('zardoz')] }],
      ['more formats than exist', { formats: Array(250_000).fill('') }],
      ['long words', { words: Array(20).fill('x'.repeat(40_000)) }],
    ])('more words and formats than a search has are refused: %s', async (_, criteria) => {
      const { error, status } = await anyone.client.rpc('profile_counts', {
        of_username: 'olga',
        ...criteria,
      } as CountsArguments)
      expect([status, error?.code]).toEqual([400, '54000'])
    })

    test('an unknown person has no counts, and invalid arguments are named', async () => {
      expect((await anyone.client.rpc('profile_counts', { of_username: 'zoe' })).data).toEqual([])
      const strange = await anyone.untyped.rpc('profile_counts', { of_username: 'olga', limit_to: 3 })
      expect([strange.status, strange.error?.code]).toEqual([404, 'PGRST202'])
    })

    test('a client can read all films in blocks of 1,000 to count them', async () => {
      const blocks = await Promise.all(
        [0, 1000].map((from) =>
          anyone.client
            .from('films')
            .select('id, laserdisc, dvd, bluray, bluray_4k')
            .order('spine')
            .range(from, from + 999),
        ),
      )
      expect(blocks.flatMap(({ data }) => data ?? []).map(({ id }) => id)).toEqual(films.map(({ id }) => id))
    })
  })

  describe('deleting an account', () => {
    const end = (caller: Caller, username: string) => caller.client.rpc('delete_account', { username })

    test('delete_account requires the caller’s username and a writing request', async () => {
      const zoe = await newPerson(server, 'zoe')
      const before = await names()
      for (const [caller, name] of [
        [zoe, 'olga'],
        [zoe, ''],
        [ada, 'zoe'],
      ] as const) {
        const refused = await end(caller, name)
        expect([refused.status, refused.error?.code]).toEqual([400, 'P0001'])
        expect(refused.error).toMatchObject({ message: 'That is not your username.' })
      }
      const byNobody = await end(anyone, 'zoe')
      expect([byNobody.status, byNobody.error?.code]).toEqual([401, '42501'])
      const byReading = await zoe.client.rpc('delete_account', { username: 'zoe' }, { get: true })
      expect(byReading.status).toBe(405)
      expect(await names()).toEqual(before)

      await zoe.client.from('user_wishlist').insert({ film_id: 1 })
      expect(await end(zoe, 'ZOE')).toMatchObject({ status: 204, error: null })
      expect(await server.db.query('select from auth.users where id = $1', [zoe.id])).toEqual([])
      expect(await server.db.query('select from public.profiles where id = $1', [zoe.id])).toEqual([])
      expect(await server.db.query('select from public.user_wishlist where user_id = $1', [zoe.id])).toEqual(
        [],
      )
      expect((await anyone.client.rpc('username_state', { username: 'zoe' })).data).toBe('taken')
    })

    test('a deleted account’s token writes nothing', async () => {
      const nina = await newPerson(server, 'nina')
      await end(nina, 'nina')
      const { status } = await nina.client.from('user_wishlist').insert({ user_id: nina.id, film_id: 1 })
      expect([401, 409]).toContain(status)
      expect(await server.db.query('select from public.user_wishlist where user_id = $1', [nina.id])).toEqual(
        [],
      )
    })

    test('the last admin cannot delete their account', async () => {
      const refused = await end(ada, 'ada')
      expect([refused.status, refused.error?.message]).toEqual([400, 'You are the last admin.'])
      expect((await anyone.client.from('profiles').select().eq('username', 'ada')).data).toHaveLength(1)
    })
  })
})
