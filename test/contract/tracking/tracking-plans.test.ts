import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPARED_LISTS } from '../../../domain/comparison.ts'
import { readConfig } from '../../../server/config.ts'
import type { Database, Statement } from '../../../server/db/database.ts'
import { TRACKING } from '../../../server/realtime/sources.ts'
import { openSite } from '../../../server/site.ts'
import { explain, type PlanNode, readStatement, writeStatement } from '../../support/explain.ts'
import { ENGINES, newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

/** Enough people, with a dozen films each, that a scan costs more than an index. */
const PEOPLE = `
  insert into auth.users (email, encrypted_password, raw_user_meta_data)
  select 'person-' || n || '@example.org', '-', jsonb_build_object('username', 'person-' || n)
  from generate_series(1, 2000) as n;
  -- The rows agree without their triggers, which take most of the time.
  ${TRACKING.map((table) => `alter table public.${table} disable trigger user;`).join('\n')}
  insert into public.user_ownership (user_id, film_id, owns_dvd)
  select profiles.id, films.id, true from public.profiles, public.films where films.spine % 100 = 1;
  insert into public.user_wishlist (user_id, film_id)
  select profiles.id, films.id from public.profiles, public.films where films.spine % 100 = 2;
  insert into public.user_watched (user_id, film_id)
  select profiles.id, films.id from public.profiles, public.films where films.spine % 100 = 3;
  insert into public.user_sets (user_id, set_id, owns_dvd)
  select profiles.id, sets.id, true from public.profiles, public.sets where sets.film_id is null and sets.id % 5 = 1;
  insert into public.user_copies (user_id, film_id, format)
  select profiles.id, films.id, 'dvd' from public.profiles, public.films where films.spine % 200 = 1;
  insert into public.user_viewings (user_id, film_id, watched_on)
  select profiles.id, films.id, '2026-11' from public.profiles, public.films where films.spine % 200 = 3;
  insert into public.user_wish_details (user_id, film_id, note)
  select profiles.id, films.id, 'A note' from public.profiles, public.films where films.spine % 400 = 2;
  insert into public.user_roles (user_id, role) select id, 'admin' from public.profiles;
  insert into public.news (film_id, kind, format, happened_at)
  select id, kind, format, now() - spine * interval '1 hour' from public.films,
    (values ('format', 'bluray_4k'), ('out_of_print', 'dvd'), ('spine', null)) as news (kind, format)
  on conflict do nothing;
  insert into private.news_seen (user_id, news_id) select id, 1000 from public.profiles;
  insert into public.film_prices (film_id, format, price, currency, as_of, source)
  select id, 'bluray', 39.95, 'USD', '2026-11', 'x' from public.films on conflict do nothing;
  ${TRACKING.map((table) => `alter table public.${table} enable trigger user;`).join('\n')}
  analyze;
`

const ME = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'

const READS = [
  ['the ownership of a person', 'user_ownership', `select=*&user_id=eq.${ME}&order=film_id`],
  ['the ownership of a film', 'user_ownership', `select=*&user_id=eq.${ME}&film_id=eq.7`],
  ['a wishlist', 'user_wishlist', `select=film_id&user_id=eq.${ME}&order=film_id`],
  ['a wish', 'user_wishlist', `select=id&user_id=eq.${ME}&film_id=eq.7`],
  ['a watched list', 'user_watched', `select=film_id&user_id=eq.${ME}&order=film_id`],
  ['a watched film', 'user_watched', `select=id&user_id=eq.${ME}&film_id=eq.7`],
  ['the sets of a person', 'user_sets', `select=*&user_id=eq.${ME}&order=set_id`],
  ['the copies of a person', 'user_copies', `select=*&user_id=eq.${ME}&order=acquired_on`],
  ['the copies of a film', 'user_copies', `select=*&user_id=eq.${ME}&film_id=eq.7`],
  ['the viewings of a person', 'user_viewings', `select=*&user_id=eq.${ME}&order=watched_on`],
  ['the viewings of a film', 'user_viewings', `select=*&user_id=eq.${ME}&film_id=eq.7`],
  ['the details of wishes', 'user_wish_details', `select=*&user_id=eq.${ME}&film_id=eq.7`],
  ['the roles of a person', 'user_roles', `select=role&user_id=eq.${ME}&role=eq.admin`],
  ['a person by name', 'profiles', 'select=id&username=eq.person-7'],
  ['the name of a person', 'profiles', `select=username&id=eq.${ME}`],
] as const

const ONE = `user_id=eq.${ME}&film_id=eq.7`
const WRITES = [
  ['PATCH', 'user_ownership', ONE, '{"owns_dvd": true}'],
  ['DELETE', 'user_ownership', ONE, ''],
  ['DELETE', 'user_wishlist', ONE, ''],
  ['DELETE', 'user_watched', ONE, ''],
  ['PATCH', 'user_wishlist', ONE, '{"priority": 1}'],
  ['PATCH', 'user_copies', `user_id=eq.${ME}&id=eq.${ME}`, '{"price": 1}'],
  ['DELETE', 'user_copies', `user_id=eq.${ME}&id=eq.${ME}`, ''],
  ['DELETE', 'user_viewings', `user_id=eq.${ME}&id=eq.${ME}`, ''],
  ['DELETE', 'user_wish_details', ONE, ''],
  ['DELETE', 'user_sets', `user_id=eq.${ME}&set_id=eq.7`, ''],
  ['PATCH', 'profiles', `id=eq.${ME}`, '{"username": "anna"}'],
] as const

const TABS = { All: '', Owned: '&owned=is.true', Unowned: '&owned=is.false', Watched: '&watched=is.true' }
const LISTS = Object.entries({ ...TABS, Wishlist: '&wishlisted=is.true' })
const SORTS = ['spine', 'title,spine', 'year,spine', 'director,spine', 'country,spine', 'match_rank,spine']
const FILTERS = ['', '&dvd=eq.true', '&bluray_4k=eq.true', '&owns_dvd=eq.true', '&search=like.*kurosawa*']

/** Returns combinations of a list, a sort and a filter that contain each pair of two of them. */
function pairs<List>(lists: readonly List[]): [list: List, sort: string, filter: string][] {
  return lists.flatMap((list, first) =>
    SORTS.flatMap((sort, second) =>
      FILTERS.filter((_, third) => (first + second + third) % FILTERS.length === 0).map(
        (filter): [List, string, string] => [list, sort, filter],
      ),
    ),
  )
}

describe.each(ENGINES)('query plans for 2,000 people on %s', (engine) => {
  let database: TestDatabase
  let db: Database

  beforeAll(async () => {
    database = await newTestDatabase(engine)
    db = await openSite(readConfig(database.env))
    await db.transaction((tx) => tx.script(PEOPLE))
  })

  afterAll(async () => {
    await db?.close()
    await database?.remove()
  })

  test.each(READS)('%s is read with an index that begins with the person', async (_, table, query) => {
    expect(await scansWithoutPerson('authenticated', await readStatement(db, table, query))).toEqual([])
  })

  test.each(WRITES)(
    '%s of %s finds its row with an index that begins with the person',
    async (method, relation, query, body) => {
      const statement = await writeStatement(db, method, { relation, query }, body)
      expect(await scansWithoutPerson('authenticated', statement)).toEqual([])
    },
  )

  test.each(pairs(LISTS).map(([[tab, list], sort, filter]) => [tab, sort, filter, list]))(
    '%s by %s%s reads no row of another person',
    async (_, sort, filter, list) => {
      const query = `of_user=${ME}&phrase=kurosawa&select=*${list}${filter}&order=${sort}&limit=50`
      const statement = await readStatement(db, 'profile_films', query, 'function')
      expect(await scansWithoutPerson('anon', statement)).toEqual([])
    },
  )

  test.each(pairs(COMPARED_LISTS))(
    'the comparison of two people, %s by %s%s, reads no row of a third one',
    async (list, sort, filter) => {
      const query = `of_user=${ME}&with_user=${OTHER}&phrase=kurosawa&select=*&${list}=eq.true${filter}&order=${sort}&limit=50`
      const statement = await readStatement(db, 'compared_films', query, 'function')
      expect(await scansWithoutPerson('anon', statement)).toEqual([])
    },
  )

  test('the counts of a comparison are read with indexes that begin with the person', async () => {
    const query = `of_user=${ME}&with_user=${OTHER}&select=*`
    const statement = await readStatement(db, 'compared_film_counts', query, 'function')
    expect(await scansWithoutPerson('anon', statement)).toEqual([])
    const marks = { text: `select * from private.compared_marks('${ME}', '${OTHER}')` }
    expect(await scansWithoutPerson('anon', marks)).toEqual([])
  })

  test.each([
    ['the viewings that others see', 'profile_viewings', 'order=watched_on.desc.nullslast'],
    ['the films of sets', 'profile_films_in_sets', 'order=film_id'],
    ['the counts of a profile', 'profile_film_counts', ''],
  ])('%s are read with indexes that begin with the person', async (_, name, query) => {
    const statement = await readStatement(db, name, `of_user=${ME}&select=*&${query}`, 'function')
    expect(await scansWithoutPerson('anon', statement)).toEqual([])
  })

  // The statements of these functions do not become part of the caller's.
  test.each([
    ['what a person has noted of a film', 'own_details', 'authenticated'],
    ['the wishes of a person', 'own_wishes', 'authenticated'],
    ['everything that a person tracks', 'own_tracking', 'authenticated'],
    // It reads what its caller may not.
    ['the news for a person', 'own_news', 'none'],
  ])('%s: %s is read with indexes that begin with the person', async (_, name, role) => {
    const [row] = await db.query<{ body: string }>(
      `select coalesce(pg_get_function_sqlbody(oid), prosrc) as body from pg_proc where oid = $1::regproc`,
      [`public.${name}`],
    )
    const text = (row?.body ?? '')
      .replace(/^BEGIN ATOMIC|;\s*END$/g, '')
      .replace(/\b(own_details\.)?of_film\b/g, '7')
      .replace(/\b(own_details\.)?of_set\b/g, 'null::integer')
    expect(await scansWithoutPerson(role, { text })).toEqual([])
  })

  test('the entries of the feed are read in the order of their index', async () => {
    const nodes = await explain(
      db,
      'anon',
      await readStatement(db, 'news', 'order=happened_at.desc,id.desc&limit=100'),
    )
    expect(nodes.map((node) => node['Index Name']).filter(Boolean)).toEqual(['news_by_time'])
  })

  /** Returns the steps of a plan that read people's rows without an index condition on the person. */
  async function scansWithoutPerson(role: string, statement: Statement): Promise<PlanNode[]> {
    const scans = (await explain(db, role, statement)).filter(
      // The index scan below a bitmap heap scan has the condition.
      (node) =>
        /Scan$/.test(node['Node Type']) &&
        node['Node Type'] !== 'Bitmap Heap Scan' &&
        KEYS.test(placeOf(node)),
    )
    expect(scans.length).toBeGreaterThan(0)
    return scans.filter((node) => !hasPersonCondition(node))
  }
})

const KEYS = /^(user_(ownership|wishlist|wish_details|watched|sets|copies|viewings|roles)|profiles|news_seen)/

/** Index names begin with the table's name. */
function placeOf(node: PlanNode): string {
  return node['Relation Name'] ?? node['Index Name'] ?? ''
}

function hasPersonCondition(node: PlanNode): boolean {
  const key = placeOf(node).startsWith('profiles') ? /\b(id|username) = / : /\buser_id = /
  return key.test(node['Index Cond'] ?? '')
}
