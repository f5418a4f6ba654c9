import type { Comparison, ComparisonOperator, Condition, Truth } from '../request.ts'
import type { FieldSql } from './field-sql.ts'
import { type AddValue, quoted } from './names-sql.ts'
import { type Seek, seekOf } from './seek.ts'

/** The conditions on the columns of `t`, after others in SQL, all of which must hold; an empty text for none. */
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
 * A flag is written out: which of the two is asked for decides the plan, as where an index has only the films in 4K, and
 * a statement that is planned once for all values would not know.
 */
function operandSql(value: string, addValue: AddValue): string {
  return value === 'true' || value === 'false' ? `'${value}'` : addValue(value)
}

/** PostgreSQL's text of an array; in quotes nothing is a keyword, not even null. */
function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
