import { ApiError } from '../errors.ts'
import type { Condition, ReadRequest } from './request.ts'

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
  const wildcards = comparisons.reduce((sum, comparison) => sum + wildcardsIn(comparison), 0)
  requireAtMost(
    MAX_TERMS,
    select.length + order.length + comparisons.length,
    'columns, conditions and orders',
  )
  requireAtMost(MAX_WILDCARDS, wildcards, 'wildcards')
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

function comparisonsOf(condition: Condition): ComparisonCondition[] {
  return condition.kind === 'comparison' ? [condition] : condition.members.flatMap(comparisonsOf)
}

function wildcardsIn(comparison: ComparisonCondition): number {
  if (comparison.operator !== 'like' && comparison.operator !== 'ilike') return 0
  return comparison.value.split(/[*%]/).length - 1
}
