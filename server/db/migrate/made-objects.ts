import type { Queryable, Transaction } from '../database.ts'

/** Relations, sequences and functions that are neither built in nor part of an extension. */
const OBJECTS = `
  select object.*, (pg_identify_object(classid, objid, 0)).identity, nspname as schema
  from (
    select 'pg_class'::regclass::oid as classid, oid as objid, relnamespace as space, relname as name, relkind::text as kind
    from pg_class where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all
    select 'pg_proc'::regclass, oid, pronamespace, proname, 'function' from pg_proc
  ) object
  join pg_namespace on pg_namespace.oid = space
  where nspname not like 'pg\\_%' and nspname not in ('information_schema', 'supabase_migrations')
    and not exists (
      select from pg_depend
      where pg_depend.classid = object.classid and pg_depend.objid = object.objid and deptype = 'e'
    )`

/** Those of them that the API can serve. */
const IN_PUBLIC = `select identity, name from (${OBJECTS}) found where schema = 'public' and kind <> 'S'`

/** Returns the name of any object in the database; undefined if the database is empty. */
export async function findAnyObject(db: Queryable): Promise<string | undefined> {
  const [first] = await db.query<{ identity: string }>(
    `select identity from (${OBJECTS}) found order by schema <> 'public', identity limit 1`,
  )
  return first?.identity
}

/** Makes the record of objects that migrations made in public. /rest/v1 serves only these and not those of others. */
export async function createRecord(tx: Transaction): Promise<void> {
  await tx.script('create table if not exists supabase_migrations.made_objects (identity text primary key)')
}

/** Records the objects that `make` makes in public, and removes those that no longer exist. */
export async function recordMadeObjects(tx: Transaction, make: () => Promise<void>): Promise<void> {
  const before = await tx.query<{ identity: string }>(IN_PUBLIC)
  await make()
  await tx.query(
    `insert into supabase_migrations.made_objects
     select identity from (${IN_PUBLIC}) found
     where identity not in (select json_array_elements_text($1))
     on conflict do nothing`,
    [JSON.stringify(before.map(({ identity }) => identity))],
  )
  await tx.query(
    `delete from supabase_migrations.made_objects where identity not in (select identity from (${IN_PUBLIC}) found)`,
  )
}
