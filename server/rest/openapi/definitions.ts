import type { Column, Relation, Schema } from '../schema/schema.ts'
import type { ObjectSchema, TypedSchema } from './swagger.ts'
import { typeOf } from './types.ts'
import type { UsableRelation } from './usable.ts'

/** Returns the columns of a relation that the role may use at all. */
export function usableColumns(relation: Relation, { select, insert, update }: UsableRelation): Column[] {
  const usable = new Set([...select, ...insert, ...update])
  return relation.columns.filter(({ name }) => usable.has(name))
}

/** Describes the rows of a relation. */
export function definitionOf(relation: Relation, usable: UsableRelation, schema: Schema): ObjectSchema {
  const columns = usableColumns(relation, usable)
  const required = columns.filter(({ nullable }) => !nullable).map(({ name }) => name)
  return {
    type: 'object',
    ...(usable.comment && { description: usable.comment }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      columns.map((column) => [column.name, propertyOf(column, relation, usable, schema)]),
    ),
  }
}

function propertyOf(
  column: Column,
  relation: Relation,
  { comments }: UsableRelation,
  { enums }: Schema,
): TypedSchema {
  const notes = notesOf(column.name, relation)
  const parts = [comments[column.name], notes.length > 0 ? ['Note:', ...notes].join('\n') : null]
  const description = parts.filter(Boolean).join('\n\n')
  return { ...typeOf(column, enums), ...(description && { description }), ...defaultOf(column) }
}

/** The keys of a column, in PostgREST's words, which programs read. */
function notesOf(column: string, { primaryKey, foreignKeys }: Relation): string[] {
  const key = foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column)
  const [table, target] = [key?.referencedRelation, key?.referencedColumns[0]]
  return [
    ...(primaryKey.includes(column) ? ['This is a Primary Key.<pk/>'] : []),
    ...(key
      ? [`This is a Foreign Key to \`${table}.${target}\`.<fk table='${table}' column='${target}'/>`]
      : []),
  ]
}

/** A default that is a plain value; others depend on the time or on other rows. */
function defaultOf({ default: sql, type }: Column): Pick<TypedSchema, 'default'> {
  if (sql === null) return {}
  if (type === 'boolean') return sql === 'true' || sql === 'false' ? { default: sql === 'true' } : {}
  if (/^-?\d+$/.test(sql)) return { default: Number(sql) }
  const [, text] = /^'([^']*)'::(?:text|character varying)$/.exec(sql) ?? []
  return text === undefined ? {} : { default: text }
}
