import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitor } from '../../support/people/people.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

const PEOPLE = `
  insert into auth.users (email, encrypted_password, raw_user_meta_data)
  select 'person-' || n || '@example.org', '-', jsonb_build_object('username', 'person-' || n)
  from generate_series(1, 20) as n;
  insert into public.user_watched (user_id, film_id)
  select profiles.id, films.id from public.profiles, public.films where profiles.username <> 'person-1';
  insert into public.user_wishlist (user_id, film_id)
  select profiles.id, 7 from public.profiles;
  analyze;
`

describe.each(ENGINES)('people’s rows on %s', (engine) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startServer(engine)
    await server.db.transaction((tx) => tx.script(PEOPLE))
  })

  afterAll(() => server?.close())

  const watched = (columns = 'film_id') =>
    visitor(server).client.from('user_watched').select(columns, { count: 'exact' })

  test('a table of people’s rows can be scanned while it is small', async () => {
    const wishlist = await visitor(server).client.from('user_wishlist').select('film_id', { count: 'exact' })
    expect([wishlist.count, wishlist.data?.length]).toEqual([20, 20])
    const ofOneFilm = await visitor(server).client.from('user_wishlist').select('user_id').eq('film_id', 7)
    expect(ofOneFilm.data).toHaveLength(20)
  })

  test('a large table of people’s rows can be read only for one person at a time', async () => {
    for (const read of [watched(), watched().eq('film_id', 7), watched().limit(1)]) {
      const { status, error } = await read
      expect([status, error?.code, error?.hint]).toEqual([
        400,
        '54000',
        'Add a filter such as user_id=eq.<value>.',
      ])
    }
    const { data } = await visitor(server).client.from('profiles').select('id').in('username', ['person-2'])
    expect(
      (
        await watched()
          .eq('user_id', data?.[0]?.id ?? '')
          .limit(1)
      ).count,
    ).toBe(1299)
  })
})
