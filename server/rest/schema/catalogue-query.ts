import { SCHEMA } from '../../../domain/rest/request.ts'
import type { Column, ForeignKey, Relation, Routine } from './schema.ts'

/** The result of the query below. */
export interface Catalogue {
  relations: Relation[]
  routines: Routine[]
  enums: { name: string; labels: string[] }[]
}

/** Writes a JSON object; TypeScript checks its keys against the interface that it is parsed as. */
function json<T>(parts: Record<keyof T, string>): string {
  return `json_build_object(${Object.entries<string>(parts)
    .map(([key, sql]) => `'${key}', ${sql}`)
    .join(', ')})`
}

const column = json<Column>({
  name: 'a.attname',
  type: 'format_type(a.atttypid, null)',
  typeName: 'type.typname',
  nullable: 'not a.attnotnull',
  default: `case
    when a.attgenerated <> '' then null
    when a.attidentity = 'd' then
      format('auth.next_value(%L)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
    else coalesce(
      (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = a.attrelid and adnum = a.attnum),
      pg_get_expr(type.typdefaultbin, 0)
    )
  end`,
  generated: `a.attgenerated <> ''`,
  identity: `case a.attidentity when 'a' then 'always' when 'd' then 'by default' end`,
})

const columnsOf = (relationId: string) => `(
  select json_agg(${column} order by a.attnum)
  from pg_attribute a join pg_type type on type.oid = a.atttypid
  where a.attrelid = ${relationId} and a.attnum > 0 and not a.attisdropped
)`

const columnNames = (relationId: string, numbers: string) => `(
  select json_agg(a.attname order by key.ordinal)
  from unnest(${numbers}) with ordinality as key (attnum, ordinal)
  join pg_attribute a on a.attrelid = ${relationId} and a.attnum = key.attnum
)`

const foreignKey = json<ForeignKey>({
  name: 'con.conname',
  columns: columnNames('con.conrelid', 'con.conkey'),
  referencedRelation: 'target.relname',
  referencedColumns: columnNames('con.confrelid', 'con.confkey'),
  isOneToOne: `exists (
    select from pg_constraint key
    where key.conrelid = con.conrelid and key.contype in ('p', 'u')
      and key.conkey @> con.conkey and key.conkey <@ con.conkey
  )`,
})

/** The bits of `tgtype` for insert, delete, update and truncate triggers. */
const EVERY_CHANGE = 4 + 8 + 16 + 32

const relation = json<Relation>({
  name: 'c.relname',
  kind: `case when c.relkind in ('v', 'm') then 'view' else 'table' end`,
  columns: `coalesce(${columnsOf('c.oid')}, '[]')`,
  primaryKey: `coalesce((
    select ${columnNames('con.conrelid', 'con.conkey')}
    from pg_constraint con where con.conrelid = c.oid and con.contype = 'p'
  ), '[]')`,
  uniqueKeys: `coalesce((
    select json_agg(${columnNames('con.conrelid', 'con.conkey')} order by con.conname)
    from pg_constraint con where con.conrelid = c.oid and con.contype = 'u'
  ), '[]')`,
  perPerson: `exists (
    select from pg_constraint own
    join pg_constraint key on key.conrelid = own.conrelid and key.contype = 'p' and key.conkey[1] = own.conkey[1]
    where own.conrelid = c.oid and own.contype = 'f'
      and own.confrelid in ('auth.users'::regclass, '${SCHEMA}.profiles'::regclass)
  )`,
  hiddenPart: `(
    select json_build_object('person', shown[2], 'part', shown[1])
    from pg_policy, regexp_match(
      pg_get_expr(polqual, polrelid),
      'SELECT part\\.(\\w+)\\s+FROM sealed\\.shown_parts part\\s+WHERE \\(part\\.user_id = \\w+\\.(\\w+)\\)'
    ) as shown
    where polrelid = c.oid and polcmd in ('r', '*') and shown is not null
    limit 1
  )`,
  announced: `c.relkind = 'r' and not c.relhassubclass
    and (
      select coalesce(bit_or(tgtype), 0) & ${EVERY_CHANGE} = ${EVERY_CHANGE} from pg_trigger
      where tgrelid = c.oid and tgenabled in ('O', 'A')
        and tgfoid = to_regprocedure('private.announce_change()')
    )
    and not exists (
      select from pg_policy
      where polrelid = c.oid and polcmd in ('r', '*') and pg_get_expr(polqual, polrelid) <> 'true'
    )`,
  foreignKeys: `coalesce((
    select json_agg(${foreignKey} order by con.conname)
    from pg_constraint con join pg_class target on target.oid = con.confrelid
    where con.conrelid = c.oid and con.contype = 'f' and target.relnamespace = c.relnamespace
  ), '[]')`,
})

/** `pronargs` counts the input parameters; those with a default are the last of them. */
const parameters = `coalesce((
  select json_agg(json_build_object(
    'name', p.proargnames[input.ordinal], 'type', format_type(type.oid, null), 'typeName', type.typname,
    'optional', input.number > p.pronargs - p.pronargdefaults
  ) order by input.number)
  from (
    select ordinal, row_number() over (order by ordinal) as number, argument
    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as every (argument, ordinal)
    where coalesce(p.proargmodes[ordinal], 'i') in ('i', 'b')
  ) input join pg_type type on type.oid = input.argument
), '[]')`

const declaredColumns = `(
  select json_agg(json_build_object(
    'name', p.proargnames[ordinal], 'type', format_type(type.oid, null), 'typeName', type.typname
  ) order by ordinal)
  from unnest(p.proallargtypes) with ordinality as every (argument, ordinal)
  join pg_type type on type.oid = every.argument
  where p.proargmodes[ordinal] in ('o', 'b', 't')
)`

const returns = `case
  when result.typname = 'void' then json_build_object('kind', 'nothing')
  when p.proargmodes && array['o', 'b', 't']::"char"[] then json_build_object(
    'kind', 'rows', 'set', p.proretset, 'relation', null, 'columns', ${declaredColumns})
  when result.typtype = 'c' then json_build_object(
    'kind', 'rows', 'set', p.proretset, 'columns', ${columnsOf('result.typrelid')},
    'relation', (
      select relname from pg_class
      where oid = result.typrelid and relkind <> 'c' and relnamespace = p.pronamespace
    ))
  else json_build_object(
    'kind', 'values', 'set', p.proretset, 'type', format_type(result.oid, null), 'typeName', result.typname)
end`

/**
 * The tables that a function reads, if its result depends only on their rows and its arguments; otherwise null. Its
 * body, which was parsed at its creation, may call only immutable functions and read no time, role or setting.
 */
const tables = `case
  when p.prosqlbody is not null and p.provolatile <> 'v' and not p.prosecdef
    and p.prosqlbody::text !~ '\\{(SQLVALUEFUNCTION|COERCEVIAIO|NEXTVALUEEXPR) '
    and not exists (
      select from regexp_matches(p.prosqlbody::text, ':(?:func|opfunc|aggfn|winfn)o?id (\\d+)', 'g') as called (id)
      join pg_proc on pg_proc.oid = called.id[1]::oid
      where provolatile <> 'i'
    )
  then (
    select case when bool_and(relnamespace = p.pronamespace) then json_agg(distinct relname) end
    from pg_depend join pg_class on pg_class.oid = refobjid
    where classid = 'pg_proc'::regclass and objid = p.oid and refclassid = 'pg_class'::regclass
  )
end`

const routine = json<Routine>({
  name: 'p.proname',
  parameters,
  volatility: `case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end`,
  tables,
  returns,
})

/** Objects that the migrations did not make, such as those of an extension, are not published. */
const isMade = (catalogue: string, id: string) =>
  `exists (
    select from supabase_migrations.made_objects
    where identity = (pg_identify_object('${catalogue}'::regclass, ${id}, 0)).identity
  )`

const isCallableByName = `
  p.prokind = 'f' and p.provariadic = 0 and result.typname not in ('trigger', 'event_trigger')
  and (p.pronargs = 0 or not coalesce(p.proargnames[1:p.pronargs], '{""}') && array[''])
  and ${isMade('pg_proc', 'p.oid')}`

/** A query for one row with one column: a {@link Catalogue} as JSON. */
export const CATALOGUE_QUERY = `select json_build_object(
  'relations', coalesce((
    select json_agg(${relation} order by c.relname) from pg_class c
    where c.relnamespace = '${SCHEMA}'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and ${isMade('pg_class', 'c.oid')}
  ), '[]'),
  'routines', coalesce((
    select json_agg(${routine} order by p.proname, p.pronargs) from pg_proc p
    join pg_type result on result.oid = p.prorettype
    where p.pronamespace = '${SCHEMA}'::regnamespace and ${isCallableByName}
  ), '[]'),
  'enums', coalesce((
    select json_agg(json_build_object('name', typname, 'labels', (
      select json_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = type.oid
    )) order by typname)
    from pg_type type where typnamespace = '${SCHEMA}'::regnamespace and typtype = 'e'
  ), '[]')
)::text as schema`
