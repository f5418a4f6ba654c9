import type {
  Column,
  ForeignKey,
  Relation,
  ResultColumn,
  Routine,
  RoutineResult,
  Schema,
} from '../../server/rest/schema/schema.ts'

/** Returns the schema as TypeScript, in the form that `createClient<Database>` of supabase-js expects. */
export function databaseTypes(schema: Schema): string {
  const relations = [...schema.relations.values()]
  const parts = {
    Tables: members(relations.filter(isTable), (table) => [table.name, tableType(table, schema)]),
    Views: members(
      relations.filter((relation) => !isTable(relation)),
      (view) => [view.name, viewType(view, schema)],
    ),
    Functions: members([...schema.routines], ([name, routines]) => [
      name,
      routines.map((routine) => routineType(routine, schema)).join(' | '),
    ]),
    Enums: members([...schema.enums], ([name, labels]) => [name, labels.map(literal).join(' | ')]),
    CompositeTypes: members([], () => ['', '']),
  }
  return `// Written by \`npm run types\` from supabase/migrations. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = ${indented({ public: indented(parts) })}

type Public = Database['public']

export type Tables<Name extends keyof (Public['Tables'] & Public['Views'])> = (Public['Tables'] &
  Public['Views'])[Name]['Row']
export type TablesInsert<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Insert']
export type TablesUpdate<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Update']
`
}

const isTable = (relation: Relation) => relation.kind === 'table'

function tableType(table: Relation, schema: Schema): string {
  return indented({
    Row: rowType(table, schema),
    Insert: members(byName(table.columns), (column) => writeMember(column, schema, !isRequired(column))),
    Update: members(byName(table.columns), (column) => writeMember(column, schema, true)),
    Relationships: list(table.foreignKeys.map(relationship)),
  })
}

function viewType(view: Relation, schema: Schema): string {
  return indented({ Row: rowType(view, schema), Relationships: '[]' })
}

function rowType(relation: Relation, schema: Schema): string {
  return members(byName(relation.columns), (column) => [column.name, columnType(column, schema)])
}

function isRequired(column: Column): boolean {
  return !column.nullable && column.default === null && column.identity === null
}

/** Returns the type of a column in an insert or update, which is `never` if the database computes the column. */
function writeMember(column: Column, schema: Schema, optional: boolean): [string, string, boolean] {
  const isComputed = column.generated || column.identity === 'always'
  return [column.name, isComputed ? 'never' : columnType(column, schema), isComputed || optional]
}

function relationship(key: ForeignKey): string {
  return indented({
    foreignKeyName: literal(key.name),
    columns: list(key.columns.map(literal)),
    isOneToOne: String(key.isOneToOne),
    referencedRelation: literal(key.referencedRelation),
    referencedColumns: list(key.referencedColumns.map(literal)),
  })
}

function routineType({ parameters, returns }: Routine, schema: Schema): string {
  const args = members(byName(parameters), ({ name, typeName, optional }) => [
    name,
    valueType(typeName, schema),
    optional,
  ])
  return indented({ Args: parameters.length > 0 ? args : 'never', Returns: resultType(returns, schema) })
}

function resultType(returns: RoutineResult, schema: Schema): string {
  if (returns.kind === 'nothing') return 'undefined'
  const one = returns.kind === 'values' ? valueType(returns.typeName, schema) : rowOf(returns, schema)
  return returns.set ? `${one}[]` : one
}

function rowOf(returns: RoutineResult & { kind: 'rows' }, schema: Schema): string {
  const relation = returns.relation === null ? undefined : schema.relations.get(returns.relation)
  if (relation) return rowType(relation, schema)
  return members(byName(returns.columns), (column) => [column.name, columnType(column, schema)])
}

function columnType(column: ResultColumn, schema: Schema): string {
  return `${valueType(column.typeName, schema)}${column.nullable ? ' | null' : ''}`
}

/** Returns the type of a value after its JSON has been parsed. */
function valueType(typeName: string, schema: Schema): string {
  if (typeName.startsWith('_')) return `${elementType(valueType(typeName.slice(1), schema))}[]`
  if (/^(int[248]|float[48]|numeric)$/.test(typeName)) return 'number'
  if (typeName === 'bool') return 'boolean'
  if (/^jsonb?$/.test(typeName)) return 'Json'
  if (schema.enums.has(typeName)) return `Database['public']['Enums'][${literal(typeName)}]`
  return /^(text|varchar|bpchar|name|citext|uuid|date|time(tz)?|timestamp(tz)?|interval|bytea|inet)$/.test(
    typeName,
  )
    ? 'string'
    : 'unknown'
}

const elementType = (type: string) => (type.includes(' ') ? `(${type})` : type)

const byName = <T extends { name: string }>(items: readonly T[]) =>
  items.toSorted((a, b) => (a.name < b.name ? -1 : 1))

const literal = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`

const list = (items: readonly string[]) => `[${items.join(', ')}]`

function members<T>(
  items: readonly T[],
  member: (item: T) => [name: string, type: string, optional?: boolean],
): string {
  if (items.length === 0) return '{ [_ in never]: never }'
  return indented(
    Object.fromEntries(
      items.map(member).map(([name, type, optional]) => [`${key(name)}${optional ? '?' : ''}`, type]),
    ),
  )
}

const key = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name))

function indented(types: Record<string, string>): string {
  const lines = Object.entries(types).map(([name, type]) => `${name}: ${type}`.replaceAll('\n', '\n  '))
  return `{\n${lines.map((line) => `  ${line}\n`).join('')}}`
}
