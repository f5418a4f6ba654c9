import type { JsonPath } from '../request.ts'
import { type AddValue, quoted } from './names-sql.ts'

/** The names of columns' types, as the catalogue has them, by the names of the columns. */
export type ColumnTypes = ReadonlyMap<string, string>

/** Writes a column of `t`, or what a path leads to in it, as SQL. */
export type FieldSql = (column: string, path?: JsonPath) => string

export function typesOf(columns: readonly { name: string; typeName: string }[]): ColumnTypes {
  return new Map(columns.map(({ name, typeName }) => [name, typeName]))
}

/** A key travels as a parameter, as it was never looked up. A column that is no JSON is taken as the JSON of its value. */
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
