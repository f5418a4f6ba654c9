import { SCHEMA } from '../../../domain/rest/request.ts'
import type { Caller } from '../../db/as-caller.ts'
import type { Queryable } from '../../db/database.ts'

/** What a role may use of the schema, by its grants, with the comments of it. */
export interface Usable {
  /** The comment of the schema. */
  comment: string | null
  relations: readonly UsableRelation[]
  routines: readonly UsableRoutine[]
}

export interface UsableRelation {
  name: string
  comment: string | null
  /** By column. */
  comments: Readonly<Record<string, string | null>>
  /** The columns that the role may read, insert and update. */
  select: readonly string[]
  insert: readonly string[]
  update: readonly string[]
  delete: boolean
}

export interface UsableRoutine {
  name: string
  /** The names of its input parameters, in order. */
  parameters: readonly string[]
  comment: string | null
}

/** The bits of `pg_relation_is_updatable`, whose second argument counts triggers in. */
const INSERT = 8
const UPDATE = 4
const DELETE = 16
const takes = (bit: number) => `pg_relation_is_updatable(c.oid, true) & ${bit} <> 0`

const columnsWith = (privilege: string, condition = 'true') => `coalesce((
  select json_agg(a.attname order by a.attnum)
  from pg_attribute a
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    and has_column_privilege($1, c.oid, a.attnum, '${privilege}') and ${condition}
), '[]')`

const QUERY = `select json_build_object(
  'comment', (
    select nullif(obj_description(oid, 'pg_namespace'), 'standard public schema')
    from pg_namespace where nspname = '${SCHEMA}'
  ),
  'relations', coalesce((
    select json_agg(json_build_object(
      'name', c.relname,
      'comment', obj_description(c.oid, 'pg_class'),
      'comments', coalesce((
        select json_object_agg(a.attname, col_description(c.oid, a.attnum))
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ), '{}'),
      'select', ${columnsWith('select')},
      'insert', ${columnsWith('insert', takes(INSERT))},
      'update', ${columnsWith('update', takes(UPDATE))},
      'delete', has_table_privilege($1, c.oid, 'delete') and ${takes(DELETE)}
    ) order by c.relname)
    from pg_class c
    where c.relnamespace = '${SCHEMA}'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
  ), '[]'),
  'routines', coalesce((
    select json_agg(json_build_object(
      'name', p.proname,
      'parameters', coalesce((
        select json_agg(p.proargnames[ordinal] order by ordinal)
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as every (argument, ordinal)
        where coalesce(p.proargmodes[ordinal], 'i') in ('i', 'b')
      ), '[]'),
      'comment', obj_description(p.oid, 'pg_proc')
    ) order by p.proname, p.pronargs)
    from pg_proc p
    where p.pronamespace = '${SCHEMA}'::regnamespace and p.prokind = 'f'
      and has_function_privilege($1, p.oid, 'execute')
  ), '[]')
)::text as usable`

export async function readUsable(db: Queryable, role: Caller['role']): Promise<Usable> {
  const [row] = await db.query<{ usable: string }>(QUERY, [role])
  if (!row) throw new Error('The query of the grants returned no row.')
  return JSON.parse(row.usable) as Usable
}
