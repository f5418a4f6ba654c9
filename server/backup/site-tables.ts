import type { Queryable } from '../db/database.ts'
import type { Sequence } from './format.ts'

/** The schemas with a site's data. */
const SCHEMAS = `('auth', 'private', 'public')`

/** Excludes the tables and sequences of extensions. */
const NOT_OF_AN_EXTENSION = `not exists (
  select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e'
)`

export interface Column {
  name: string
  quoted: string
  type: string
}

/** A table with rows. The query finds all tables, so that a new one needs no change here. */
export interface SiteTable {
  schema: string
  name: string
  /** The qualified name, quoted for a statement. */
  quoted: string
  /** How many blocks its rows take on the disk. */
  blocks: number
  /** All but generated columns. */
  columns: Column[]
}

export function siteTables(db: Queryable): Promise<SiteTable[]> {
  return db.query<SiteTable>(
    `select
       space.nspname as schema,
       class.relname as name,
       format('%I.%I', space.nspname, class.relname) as quoted,
       (pg_relation_size(class.oid) / current_setting('block_size')::int)::int as blocks,
       (select coalesce(json_agg(json_build_object(
          'name', attname, 'quoted', quote_ident(attname), 'type', format_type(atttypid, atttypmod)
        ) order by attnum), '[]')
        from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
     from pg_class class join pg_namespace space on space.oid = class.relnamespace
     where class.relkind = 'r' and space.nspname in ${SCHEMAS} and ${NOT_OF_AN_EXTENSION}
     order by 1, 2`,
  )
}

/** Returns the sequences with their values. */
export async function siteSequences(db: Queryable): Promise<Sequence[]> {
  const sequences = await db.query<{ schema: string; name: string; quoted: string }>(
    `select space.nspname as schema, class.relname as name, format('%I.%I', space.nspname, class.relname) as quoted
     from pg_class class join pg_namespace space on space.oid = class.relnamespace
     where class.relkind = 'S' and space.nspname in ${SCHEMAS} and ${NOT_OF_AN_EXTENSION}
     order by 1, 2`,
  )
  const found: Sequence[] = []
  for (const { schema, name, quoted } of sequences) {
    const [at] = await db.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted}`,
    )
    if (at) found.push({ schema, name, ...at })
  }
  return found
}

export interface ForeignKey {
  table: string
  name: string
  definition: string
}

export function siteForeignKeys(db: Queryable): Promise<ForeignKey[]> {
  return db.query<ForeignKey>(
    `select
       format('%I.%I', space.nspname, class.relname) as table,
       quote_ident(key.conname) as name,
       pg_get_constraintdef(key.oid) as definition
     from pg_constraint key
     join pg_class class on class.oid = key.conrelid
     join pg_namespace space on space.oid = class.relnamespace
     where key.contype = 'f' and key.conparentid = 0 and space.nspname in ${SCHEMAS}
     order by 1, 2`,
  )
}
