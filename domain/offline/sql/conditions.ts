/** Conditions of a request → a test of rows. */

import type { Comparison, Condition, Truth } from '../../rest/request.ts'
import type { ColumnType, Scalar } from '../tables/column-types.ts'
import { type Column, type Columns, findColumn } from '../tables/table.ts'
import { Unanswerable } from '../unanswerable.ts'
import { likeTest } from './like.ts'
import { readTextArray } from './text-array.ts'

/** Null is SQL's unknown: a comparison with null is neither true nor false, and neither is its negation. */
type Test<Row> = (row: Row) => boolean | null

/**
 * Returns a test that holds for the rows for which all conditions are true.
 * @throws Unanswerable for an unknown column, or an operator or value that is not implemented.
 */
export function conditionTest<Row>(
  conditions: readonly Condition[],
  columns: Columns<Row>,
): (row: Row) => boolean {
  const tests = conditions.map((condition) => testOf(condition, columns))
  return (row) => tests.every((test) => test(row) === true)
}

function testOf<Row>(condition: Condition, columns: Columns<Row>): Test<Row> {
  const positive =
    condition.kind === 'comparison'
      ? comparisonTest(columnOf(condition, columns), condition)
      : logicTest(
          condition.members.map((member) => testOf(member, columns)),
          condition.kind === 'or',
        )
  return condition.negated ? (row) => negated(positive(row)) : positive
}

function negated(truth: boolean | null): boolean | null {
  return truth === null ? null : !truth
}

/** @param decisive the truth of one member that decides for all: true for `or`, false for `and`. */
function logicTest<Row>(members: readonly Test<Row>[], decisive: boolean): Test<Row> {
  return (row) => {
    let truth: boolean | null = !decisive
    for (const member of members) {
      const each = member(row)
      if (each === decisive) return decisive
      if (each === null) truth = null
    }
    return truth
  }
}

function columnOf<Row>(condition: Condition & { kind: 'comparison' }, columns: Columns<Row>): Column<Row> {
  const column = findColumn(columns, condition.column)
  if (column && !condition.path) return column
  throw new Unanswerable(`a filter of ${condition.column}`)
}

function comparisonTest<Row>({ type, read }: Column<Row>, comparison: Comparison): Test<Row> {
  if (comparison.operator === 'is') {
    const test = truthTest(comparison.value, type.kind === 'boolean')
    return (row) => test(read(row))
  }
  // `in` without values is false for every value, including null.
  if (comparison.operator === 'in' && comparison.values.length === 0) return () => false
  const test = valueTest(type, comparison)
  return (row) => {
    const value = read(row)
    return value === null ? null : test(value as never)
  }
}

function truthTest(truth: Truth, isBoolean: boolean): (value: unknown) => boolean {
  if (truth === 'null') return (value) => value === null
  if (truth === 'not_null') return (value) => value !== null
  if (!isBoolean) throw new Unanswerable(`is.${truth} of a column that is not boolean`)
  const expected = truth === 'unknown' ? null : truth === 'true'
  return (value) => value === expected
}

/** Returns a test of values that are not null. */
function valueTest(
  type: ColumnType,
  comparison: Exclude<Comparison, { operator: 'is' }>,
): (value: never) => boolean {
  const { operator } = comparison
  if (operator === 'in') {
    const values = new Set(comparison.values.map(type.parse))
    return (value: Scalar) => values.has(value)
  }
  if (comparison.quantifier) throw new Unanswerable(`${operator}(${comparison.quantifier})`)
  if (operator === 'ov' && type.kind === 'texts') {
    const wanted = new Set(readTextArray(comparison.value))
    return (value: readonly string[]) => value.some((each) => wanted.has(each))
  }
  if (operator === 'like' && type.kind === 'text') return likeTest(comparison.value)
  const operand = type.parse(comparison.value)
  if (operator === 'eq') return (value: Scalar) => value === operand
  if (operator === 'neq') return (value: Scalar) => value !== operand
  const { compare } = type
  if (!compare) throw new Unanswerable(`${operator} of a column without a known order`)
  if (operator === 'gt') return (value: Scalar) => compare(value, operand) > 0
  if (operator === 'gte') return (value: Scalar) => compare(value, operand) >= 0
  if (operator === 'lt') return (value: Scalar) => compare(value, operand) < 0
  if (operator === 'lte') return (value: Scalar) => compare(value, operand) <= 0
  throw new Unanswerable(`the operator ${operator}`)
}
