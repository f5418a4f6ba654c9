import { readConfig } from '../../../server/config.ts'
import type { Database, Queryable } from '../../../server/db/database.ts'
import { openSiteAsItIs } from '../../../server/site.ts'
import type { TestDatabase } from './test-database.ts'

const SCHEMAS = `('auth', 'private', 'public', 'supabase_migrations')`

/** Check constraints, keys, foreign keys and triggers. */
const GUARDS = `
  select conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) || convalidated as state
  from pg_constraint where contype in ('c', 'f', 'p', 'u') and connamespace::regnamespace::text in ${SCHEMAS}
  union all
  select tgrelid::regclass || ' ' || tgname, tgenabled::text
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where not tgisinternal and relnamespace::regnamespace::text in ${SCHEMAS}
  order by 1`

/** Returns a checksum of every table, the state of every sequence, and all constraints and triggers of a stopped site. */
export async function contentOf(database: TestDatabase): Promise<Record<string, unknown>> {
  const db = await openSiteAsItIs(readConfig(database.env))
  try {
    return await readContent(db)
  } finally {
    await db.close()
  }
}

export async function readContent(db: Database): Promise<Record<string, unknown>> {
  return db.transaction(async (tx) => {
    await tx.script(`set local timezone = 'UTC'; set local search_path = ''`)
    const tables: Record<string, unknown> = {}
    for (const name of await relations(tx, 'r')) {
      const [rows] = await tx.query<{ count: number; digest: string }>(
        `select count(*)::int as count, md5(string_agg(row::text, e'\\n' order by row::text collate "C")) as digest
         from ${name} row`,
      )
      tables[name] = `${rows?.count} rows, ${rows?.digest}`
    }
    for (const name of await relations(tx, 'S')) {
      const [at] = await tx.query(`select last_value::text, is_called from ${name}`)
      tables[name] = at
    }
    return { ...tables, guards: await tx.query(GUARDS) }
  })
}

async function relations(tx: Queryable, kind: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = $1 and relnamespace::regnamespace::text in ${SCHEMAS} order by 1`,
    [kind],
  )
  return rows.map(({ name }) => name)
}
