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

/** Functions for admins about all people, and the rare edit that changes the tracking of everyone. */
const ABOUT_ALL_PEOPLE = {
  'public.count_film_trackers': ['public.user_ownership', 'public.user_watched', 'public.user_wishlist'],
  'public.count_format_owners': ['public.user_ownership', 'public.user_sets'],
  'private.move_set_to_film': ['public.user_copies', 'public.user_sets'],
}

test('no statement of a function or the server touches the tracking of two people, or joins it to a table that is not on every shard', async () => {
  const { copied, distributed } = namesInGuide()
  const views = await relations("relkind = 'v' and nspname = 'sealed'")
  const personal = await relations(
    "relkind = 'v' and nspname = 'sealed' and exists (select from pg_attribute where attrelid = class.oid and attname = 'user_id')",
  )
  const shown = 'sealed.shown_parts'
  const tables = {
    people: new Set([...distributed, ...personal.filter((name) => name !== shown)]),
    copied: new Set([...copied, ...views.filter((name) => !personal.includes(name)), shown]),
  }
  const functions = await server.db.query<{ name: string; definition: string }>(
    `select pronamespace::regnamespace || '.' || proname as name, pg_get_functiondef(pg_proc.oid) as definition
     from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  )
  const found = new Map<string, Set<string>>()
  let count = 0
  const sources = [
    ...functions.map(({ name, definition }) => ({ name, statements: statementsOf(definition) })),
    ...SERVER_FILES.map((name) => ({ name, statements: statementsInCode(readFileSync(name, 'utf8')) })),
  ]
  for (const { name, statements } of sources) {
    for (const statement of statements) {
      count++
      for (const { fault, table } of faultsOf(statement, tables)) {
        const what = fault === 'not bound to one person' ? table : `${fault}: ${table}`
        found.set(name, (found.get(name) ?? new Set()).add(what))
      }
    }
  }
  expect(functions.length).toBeGreaterThan(100)
  expect(count).toBeGreaterThan(400)
  const sorted = [...found].map(([name, what]) => [name, [...what].sort()])
  expect(Object.fromEntries(sorted)).toEqual(ABOUT_ALL_PEOPLE)
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
  ['select count(*) from auth.users', []],
])('the test of statements finds what is wrong in %s', (statement, expected) => {
  const tables = {
    people: new Set(['public.user_copies', 'public.user_watched']),
    copied: new Set(['public.films']),
  }
  expect(faultsOf(statement, tables).map(({ table }) => table)).toEqual(expected)
})

/** The statements in the template literals of TypeScript that name a table of tracking. */
function statementsInCode(code: string): string[] {
  const literals = [...code.matchAll(/`((?:select|insert|update|delete|with)\b[^`]*)`/g)].map(
    ([, sql = '']) => sql,
  )
  return literals.filter((sql) => /public\.user_(?!roles)/.test(sql))
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
