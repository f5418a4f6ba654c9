import type { Value } from '../../db/database.ts'

/** Adds a value to those that travel with the statement; answers the parameter that stands for it. */
export type AddValue = (value: Value) => string

/** An identifier that was found in the schema, or a name for a column of the answer. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}

/** The name of a column as text, where SQL takes no identifier. */
export function literal(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}

/** As a cast and a column definition write it. SQL takes a bare `character` or `bit` for one of length 1. */
export function typeSql({ type, typeName }: { type: string; typeName: string }): string {
  return /^(character|bit)(\[\])?$/.test(type) ? quoted(typeName) : type
}
