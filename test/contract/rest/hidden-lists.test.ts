import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import type { Database } from '../../../server/db/database.ts'
import type { ForeignKey } from '../../../server/rest/schema/schema.ts'
import { readSchema } from '../../../server/rest/schema/schema-cache.ts'
import { openSite } from '../../../server/site.ts'
import { explain, readStatement } from '../../support/explain.ts'
import { ENGINES, newTestDatabase, type TestDatabase } from '../../support/site/test-database.ts'

const WITH_MANY = '00000000-0000-4000-8000-00000000000a'
const WITH_NONE = '00000000-0000-4000-8000-00000000000b'
const WHO_SHOWS = '00000000-0000-4000-8000-00000000000c'

const MARKS = 1000
const PEOPLE = `
  insert into auth.users (id, email, encrypted_password)
  select id::uuid, id || '@example.org', '-' from unnest('{${[WITH_MANY, WITH_NONE, WHO_SHOWS].join()}}'::text[]) as id;
  insert into public.user_wishlist (user_id, film_id)
  select person::uuid, film_id from unnest('{${WITH_MANY}, ${WHO_SHOWS}}'::text[]) as person,
    (select id as film_id from public.films order by spine limit ${MARKS}) as film;
  insert into public.user_watched (user_id, film_id) select user_id, film_id from public.user_wishlist;
  insert into public.user_ownership (user_id, film_id, owns_dvd) select user_id, film_id, true from public.user_wishlist;
  insert into public.user_sets (user_id, set_id, owns_dvd)
  select person::uuid, id, true from unnest('{${WITH_MANY}, ${WHO_SHOWS}}'::text[]) as person, public.sets where film_id is null;
  -- Others, so that no table is short enough to be scanned.
  insert into auth.users (email, encrypted_password)
  select 'person-' || n || '@example.org', '-' from generate_series(1, 100) as n;
  insert into public.user_sets (user_id, set_id, owns_dvd)
  select profiles.id, sets.id, true from public.profiles, public.sets where film_id is null on conflict do nothing;
  delete from public.user_sets where user_id = '${WITH_NONE}';
  update public.profiles
  set collection_visibility = 'private', watched_visibility = 'private', wishlist_visibility = 'private'
  where id in ('${WITH_MANY}', '${WITH_NONE}');
  analyze;
`

const LISTS = ['user_ownership', 'user_sets', 'user_watched', 'user_wishlist']
const FORMS = [
  (person: string) => `user_id=eq.${person}`,
  (person: string) => `user_id=eq.${person}&order=user_id`,
  (person: string) => `user_id=in.(${person},${WITH_NONE})`,
  (person: string) => `user_id=eq(any).{${person}}`,
  (person: string) => `and=(user_id.eq.${person})`,
]

const isOfPerson = ({ referencedRelation }: ForeignKey) => referencedRelation === 'profiles'

describe.each(ENGINES)('the lists of people who hide them, on %s', (engine) => {
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

  test.each(LISTS.flatMap((list) => ['anon', 'authenticated'].map((role) => [list, role] as const)))(
    'a read of %s by %s walks as many rows of a hidden list with a thousand as of one with none',
    async (list, role) => {
      for (const form of FORMS) {
        const walked = async (person: string) => rowsWalked(list, role, `select=user_id&${form(person)}`)
        expect(await walked(WITH_MANY), form('…')).toBe(await walked(WITH_NONE))
        expect(await walked(WHO_SHOWS), form('…')).toBeGreaterThan(10)
      }
    },
  )

  test('each table with rows of people that everyone reads is among these', async () => {
    const readable = await db.query<{ relname: string }>(
      `select relname from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege('anon', oid, 'select')`,
    )
    const { relations } = await readSchema(db)
    const ofPeople = readable
      .map(({ relname }) => relations.get(relname))
      .filter(
        (relation) => relation?.primaryKey.includes('user_id') || relation?.foreignKeys.some(isOfPerson),
      )
    expect(ofPeople.map((relation) => relation?.name).toSorted()).toEqual(LISTS)
    for (const relation of ofPeople) expect(relation?.hiddenPart?.person, relation?.name).toBe('user_id')
  })

  test.each(LISTS)('the row rule of %s calls no function for each row', async (list) => {
    const statement = await readStatement(db, list, `select=user_id&user_id=eq.${WHO_SHOWS}`)
    const filters = (await explain(db, 'anon', statement)).flatMap((node) => node.Filter ?? [])
    expect(filters.join()).toContain('SubPlan')
    expect(filters.join()).not.toContain('shows(')
  })

  /** Counts the rows of a table that its scans read, those that a filter removed included. */
  async function rowsWalked(table: string, role: string, query: string): Promise<number> {
    const nodes = await explain(db, role, await readStatement(db, table, query), { runs: true })
    return nodes
      .filter((node) => node['Relation Name'] === table)
      .map((node) => (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0))
      .reduce((a, b) => a + b, 0)
  }
})
