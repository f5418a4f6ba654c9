import { globSync, readFileSync } from 'node:fs'
import { loadModule } from 'libpg-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf, statementsOf } from '../../support/person-statements.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'

const SERVER_FILES = globSync('server/**/*.ts').filter((name) => !name.endsWith('.test.ts'))
const GUIDE = readFileSync(new URL('../../../docs/scaling.md', import.meta.url), 'utf8')

let server: TestServer
beforeAll(async () => {
  await loadModule()
  server = await startServer('pglite')
})
afterAll(() => server?.close())

test('the guide to scaling distributes every table with a person in it, and copies every table that these refer to', async () => {
  const { copied: toCopy, distributed: toDistribute } = namesInGuide()
  const personal = await tables(`exists (
    select from pg_attribute where attrelid = class.oid and attname = 'user_id'
  )`)
  // Small, and read by the row rules of every table.
  expect(toDistribute).toEqual(personal.filter((name) => name !== 'public.user_roles'))
  const referred = await tables(
    `exists (select from pg_constraint where contype = 'f' and confrelid = class.oid and conrelid = any ($1::regclass[]))`,
    [`{${toDistribute.join(',')}}`],
  )
  expect(toCopy).toEqual(expect.arrayContaining(referred))
})

/** Functions about several people: they find one by a token, count them for admins, make a rare edit of all, or clean up. */
const ABOUT_ALL_PEOPLE = {
  'public.gift_wishlist': ['public.gift_links'],
  'public.count_film_trackers': ['public.user_ownership', 'public.user_watched', 'public.user_wishlist'],
  'public.count_format_owners': ['public.user_ownership', 'public.user_sets'],
  'private.delete_expired_tracking': [
    'private.import_details',
    'private.import_marks',
    'private.import_set_marks',
    'private.mark_changes',
    'private.removed_details',
    'public.imports',
  ],
  'private.owned_of_set': ['private.moved_sets', 'public.user_ownership', 'public.user_sets'],
  'private.tick_set': ['private.moved_sets', 'public.user_ownership'],
  'private.untick_set': ['public.user_ownership'],
  'private.move_set': ['private.moved_sets', 'public.user_copies', 'public.user_sets'],
}

test('no statement of a function or the server touches the tracking of two people, or joins it to a table that is not on every shard', async () => {
  const { copied, distributed } = namesInGuide()
  // Names are printed with their schemas.
  const { functions, views } = await server.db.transaction(async (tx) => {
    await tx.query("set local search_path = ''")
    return {
      functions: await tx.query<{ name: string; definition: string }>(
        `select pronamespace::regnamespace || '.' || proname as name, pg_get_functiondef(pg_proc.oid) as definition
         from pg_proc
         where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
           and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
      ),
      views: await tx.query<{ name: string; definition: string; personal: boolean }>(
        `select
           'sealed.' || relname as name, pg_get_viewdef(class.oid) as definition,
           exists (select from pg_attribute where attrelid = class.oid and attname = 'user_id') as personal
         from pg_class class where relkind = 'v' and relnamespace = 'sealed'::regnamespace`,
      ),
    }
  })
  // It has a row for each profile, and profiles are copied.
  const personal = views.filter(({ name, personal }) => personal && name !== 'sealed.shown_parts')
  const others = views.filter((view) => !personal.includes(view))
  const tables = {
    people: new Set([...distributed, ...personal.map(({ name }) => name)]),
    copied: new Set([...copied, ...others.map(({ name }) => name)]),
  }
  const inCode = SERVER_FILES.map((name) => ({
    name,
    statements: statementsInCode(readFileSync(name, 'utf8'), tables.people),
  })).filter(({ statements }) => statements.length > 0)
  const sources = [
    ...functions.map(({ name, definition }) => ({ name, statements: statementsOf(definition) })),
    ...inCode,
  ]
  const found: Record<string, string[]> = {}
  for (const { name, statements } of sources) {
    const faults = statements.flatMap((statement) => faultsOf(statement, tables))
    const described = faults.map(({ fault, table }) =>
      fault === 'not bound to one person' ? table : `${fault}: ${table}`,
    )
    if (faults.length > 0) found[name] = [...new Set(described)].sort()
  }
  expect(functions.length).toBeGreaterThan(100)
  expect(sources.flatMap(({ statements }) => statements).length).toBeGreaterThan(400)
  expect(inCode.map(({ name }) => name)).toEqual(['server/admin/collection/import-collection.ts'])
  expect(found).toEqual(ABOUT_ALL_PEOPLE)
  // A view has the rows of all people; who reads it binds one.
  const ofViews = personal.flatMap(({ definition }) => faultsOf(definition, tables))
  expect(ofViews.filter(({ fault }) => fault !== 'not bound to one person')).toEqual([])
  expect(others.flatMap(({ definition }) => faultsOf(definition, tables))).toEqual([])
  // Statements in texts are not parsed.
  const dynamic = functions.filter(({ definition }) =>
    /\bexecute\s+(format\()?\s*'[^']*user_/.test(definition),
  )
  expect(dynamic).toEqual([])
})

test.each([
  ['select from public.user_copies where film_id = 1', ['public.user_copies']],
  ['select from public.user_copies own where own.user_id = me or own.film_id = 1', ['public.user_copies']],
  ['delete from public.user_copies where id = one', ['public.user_copies']],
  ['update public.user_copies set format = new.format where film_id = new.id', ['public.user_copies']],
  ['insert into public.user_copies select one.* from unnest(all_of_them) as one', ['public.user_copies']],
  ['select (select count(*) from public.user_copies) from public.films', ['public.user_copies']],
  [
    'select from public.user_copies one join public.user_watched other on one.user_id = other.user_id',
    ['public.user_copies', 'public.user_watched'],
  ],
  [
    'select from public.user_copies one, public.user_watched other where one.user_id = me',
    ['public.user_watched'],
  ],
  [
    'select from public.user_copies one join auth.users on users.id = one.user_id where one.user_id = me',
    ['auth.users'],
  ],
  ['select from public.user_copies one join public.films on films.id = film_id where one.user_id = me', []],
  [
    'select from public.user_copies one join public.user_watched other using (user_id) where one.user_id = me',
    [],
  ],
  [
    'with own as (select * from public.user_copies where user_id = me) select from own join other on true',
    [],
  ],
  [
    'select from public.profiles one join public.user_copies own on own.user_id = one.id where one.username = name',
    [],
  ],
  [
    'select from public.profiles one join public.user_copies own on own.user_id = one.id',
    ['public.user_copies'],
  ],
  [
    'select from public.user_copies own left join public.films on films.id = own.film_id and own.user_id = me',
    ['public.user_copies'],
  ],
  ['select from public.films left join public.user_copies own on own.user_id = me', []],
  ['select from public.user_copies own where coalesce(own.user_id = me, true)', ['public.user_copies']],
  [
    'insert into public.user_watched (user_id, film_id) select user_id, film_id from public.user_copies where film_id = 1',
    ['public.user_watched', 'public.user_copies'],
  ],
  ['insert into public.user_watched (user_id, film_id) select me, film_id from public.films', []],
  ['insert into public.user_watched (film_id) values (1)', []],
  [
    'select from public.films where exists (select from public.user_copies own where own.film_id = films.id)',
    ['public.user_copies'],
  ],
  ['select count(*) from auth.users', []],
])('the test of statements finds what is wrong in %s', (statement, expected) => {
  const tables = {
    people: new Set(['public.user_copies', 'public.user_watched']),
    copied: new Set(['public.films', 'public.profiles']),
  }
  expect(faultsOf(statement, tables).map(({ table }) => table)).toEqual(expected)
})

/** The texts in TypeScript that are statements and name a table of tracking. */
function statementsInCode(code: string, people: ReadonlySet<string>): string[] {
  const texts = [...code.matchAll(/(`|'|")\s*((?:select|insert|update|delete|with)\b.*?)\1/gis)].map(
    ([, , sql = '']) => sql,
  )
  return texts.filter((sql) => [...people].some((name) => sql.includes(name)))
}

function namesInGuide(): { copied: string[]; distributed: string[] } {
  const [, copied = '', distributed = ''] =
    /create_reference_table\(([^;]*);\s*(select create_distributed_table[^`]*)```/.exec(GUIDE) ?? []
  return { copied: namesIn(copied), distributed: namesIn(distributed) }
}

const tables = (condition: string, values: string[] = []) =>
  relations(`relkind = 'r' and nspname in ('public', 'private') and ${condition}`, values)

/** The names of the relations with a condition, sorted. */
async function relations(condition: string, values: string[] = []): Promise<string[]> {
  const rows = await server.db.query(
    `select nspname || '.' || relname as name
     from pg_class class join pg_namespace space on space.oid = relnamespace
     where ${condition}`,
    values,
  )
  return rows.map(({ name }) => name as string).sort()
}

function namesIn(sql: string): string[] {
  return [...sql.matchAll(/'((?:public|private)\.\w+)'/g)]
    .map(([, name = '']) => name)
    .filter((name, index, all) => all.indexOf(name) === index)
    .sort()
}
