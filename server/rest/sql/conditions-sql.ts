/** SQL: planned conditions → a where clause. */

import type { Comparison, ComparisonOperator, Condition, Truth } from '../../../domain/rest/request.ts'
import type { FieldSql } from './field-sql.ts'
import { type AddValue, quoted } from './names-sql.ts'
import { type Seek, seekOf } from './seek.ts'

/**
 * Writes a where clause over the columns of `t`; an empty text if there are no conditions.
 * @param before conditions in SQL that come first.
 */
export function whereSql(
  conditions: readonly Condition[],
  fieldSql: FieldSql,
  addValue: AddValue,
  before: readonly string[] = [],
): string {
  const all = [...before, ...conditions.map((condition) => conditionSql(condition, fieldSql, addValue))]
  return all.length === 0 ? '' : ` where ${all.join(' and ')}`
}

function conditionSql(condition: Condition, fieldSql: FieldSql, addValue: AddValue): string {
  const seek = seekOf(condition)
  if (seek) return seekSql(seek, addValue)
  const positive =
    condition.kind === 'comparison'
      ? comparisonSql(fieldSql(condition.column, condition.path), condition, addValue)
      : `(${condition.members.map((member) => conditionSql(member, fieldSql, addValue)).join(` ${condition.kind} `)})`
  return condition.negated ? `not (${positive})` : positive
}

const OPERATORS: Record<ComparisonOperator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxl: '&>',
  nxr: '&<',
  adj: '-|-',
}

function seekSql({ columns, operator, values }: Seek, addValue: AddValue): string {
  const row = columns.map((column) => `t.${quoted(column)}`)
  return `(${row.join(', ')}) ${OPERATORS[operator]} (${values.map(addValue).join(', ')})`
}

const TRUTHS: Record<Truth, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
}

function comparisonSql(field: string, comparison: Comparison, addValue: AddValue): string {
  switch (comparison.operator) {
    case 'in':
      return `${field} = any(${addValue(arrayLiteral(comparison.values))})`
    case 'is':
      return `${field} is ${TRUTHS[comparison.value]}`
    default: {
      const { operator, quantifier, value } = comparison
      const operand = quantifier ? `${quantifier}(${addValue(value)})` : operandSql(value, addValue)
      return `${field} ${OPERATORS[operator]} ${operand}`
    }
  }
}

/**
 * Booleans are written into the statement, not sent as parameters: the value decides the plan, as with a partial index
 * of the films in 4K, and a prepared statement has one plan for all values.
 */
function operandSql(value: string, addValue: AddValue): string {
  return value === 'true' || value === 'false' ? `'${value}'` : addValue(value)
}

/** Writes PostgreSQL's text of an array. All values are quoted, so that none is read as the keyword null. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
