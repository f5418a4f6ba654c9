/** SQL: names from the schema → identifiers, literals and types. */

import type { Value } from '../../db/database.ts'

/** Adds a value to the parameters of the statement; returns its placeholder (`$1`). */
export type AddValue = (value: Value) => string

/** Quotes an identifier that was found in the schema, or a name for a column of the response. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}

/** Writes a name as a string literal. */
export function literal(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}

/** Writes a type for a cast or a column definition. SQL reads a bare `character` or `bit` as one of length 1. */
export function typeSql({ type, typeName }: { type: string; typeName: string }): string {
  return /^(character|bit)(\[\])?$/.test(type) ? quoted(typeName) : type
}
