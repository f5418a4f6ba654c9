import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/site/server.ts'

const GUIDE = readFileSync(new URL('../../../docs/scaling.md', import.meta.url), 'utf8')

let server: TestServer
beforeAll(async () => {
  server = await startServer('pglite')
})
afterAll(() => server?.close())

test('the guide to scaling distributes every table with a person in it, and copies every table that these refer to', async () => {
  const [, copied = '', distributed = ''] =
    /create_reference_table\(([^;]*);\s*(select create_distributed_table[^`]*)```/.exec(GUIDE) ?? []
  const [toCopy, toDistribute] = [namesIn(copied), namesIn(distributed)]
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

/** The names of the tables with a condition, sorted. */
async function tables(condition: string, values: string[] = []): Promise<string[]> {
  const rows = await server.db.query(
    `select nspname || '.' || relname as name
     from pg_class class join pg_namespace space on space.oid = relnamespace
     where relkind = 'r' and nspname in ('public', 'private') and ${condition}`,
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
