import { ApiError } from '../../errors.ts'
import type { Condition, JsonPath, ReadRequest } from '../request.ts'

/**
 * Far beyond any screen's need. The embedded engine answers one request after the other and cannot be interrupted,
 * so what a request may cost is limited before it gets there.
 */
const MAX_TERMS = 100

/** Each makes a pattern look once more through every text. */
const MAX_WILDCARDS = 60

/** @throws ApiError 400 (54000) for more terms or wildcards than any screen needs. */
export function requireModest(
  { select, order }: Pick<ReadRequest, 'select' | 'order'>,
  conditions: readonly Condition[],
): void {
  const comparisons = conditions.flatMap(comparisonsOf)
  const steps = [...select, ...order, ...comparisons].map(stepsIn)
  const terms = [select.length, order.length, ...comparisons.map(comparedIn), ...steps]
  requireAtMost(MAX_TERMS, sum(terms), 'columns, conditions, orders, steps of paths and values')
  requireAtMost(MAX_WILDCARDS, sum(comparisons.map(wildcardsIn)), 'wildcards')
}

function requireAtMost(most: number, number: number, what: string): void {
  if (number <= most) return
  throw new ApiError(
    400,
    '54000',
    `The request has ${number} ${what}`,
    `${most} are the most in one request.`,
  )
}

type ComparisonCondition = Condition & { kind: 'comparison' }

/** All that are in a condition. */
export function comparisonsOf(condition: Condition): ComparisonCondition[] {
  return condition.kind === 'comparison' ? [condition] : condition.members.flatMap(comparisonsOf)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function stepsIn(named: { path?: JsonPath } | object): number {
  return 'path' in named ? (named.path?.length ?? 0) : 0
}

/** With how many values each row is compared, at most; to find one of equal values takes no longer than one. */
function comparedIn(comparison: ComparisonCondition): number {
  if (!('quantifier' in comparison) || comparison.operator === 'eq') return 1
  return comparison.value.split(',').length
}

function wildcardsIn(comparison: ComparisonCondition): number {
  if (comparison.operator !== 'like' && comparison.operator !== 'ilike') return 0
  return comparison.value.split(/[*%]/).length - 1
}
