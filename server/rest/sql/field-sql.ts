/** SQL: a column with a JSON path → an expression. */

import type { JsonPath } from '../../../domain/rest/request.ts'
import { type AddValue, quoted } from './names-sql.ts'

/** The type names of the catalogue (`int4`), by the names of the columns. */
export type ColumnTypes = ReadonlyMap<string, string>

/** Writes a column of `t`, or a path into its JSON. */
export type FieldSql = (column: string, path?: JsonPath) => string

export function typesOf(columns: readonly { name: string; typeName: string }[]): ColumnTypes {
  return new Map(columns.map(({ name, typeName }) => [name, typeName]))
}

/** Keys are sent as parameters, as they are not in the schema. A column of another type is converted to JSON. */
export function fieldSqlOf(types: ColumnTypes, addValue: AddValue): FieldSql {
  return (column, path) => {
    const plain = `t.${quoted(column)}`
    if (!path) return plain
    const steps = path.map(
      ({ arrow, to }) => `${arrow} ${addValue(to)}::${typeof to === 'number' ? 'int' : 'text'}`,
    )
    return `(${[isJson(types.get(column)) ? plain : `to_jsonb(${plain})`, ...steps].join(' ')})`
  }
}

function isJson(typeName: string | undefined): boolean {
  return typeName === 'json' || typeName === 'jsonb'
}
