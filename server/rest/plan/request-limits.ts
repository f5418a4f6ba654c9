/** Plan: the items, order and conditions of a request → nothing, or an error if they exceed a limit. */

import { ApiError } from '../../../domain/rest/api-error.ts'
import type { Condition, JsonPath, ReadRequest, SelectItem } from '../../../domain/rest/request.ts'

/**
 * Far more than the web application needs. The embedded engine runs one statement at a time, and a time limit ends it
 * only after seconds, so the cost of a request is limited before it reaches the engine.
 */
const MAX_TERMS = 100

/** Each wildcard makes the match scan every text once more. */
const MAX_WILDCARDS = 60

/** @throws ApiError 400 (54000) for too many terms or wildcards, or a column that is selected twice. */
export function requireWithinLimits(
  { select, order }: Pick<ReadRequest, 'select' | 'order'>,
  conditions: readonly Condition[],
): void {
  const comparisons = conditions.flatMap(comparisonsOf)
  const steps = [...select, ...order, ...comparisons].map(stepsIn)
  const terms = [select.length, order.length, ...comparisons.map(comparedIn), ...steps]
  requireAtMost(MAX_TERMS, sum(terms), 'columns, conditions, orders, steps of paths and values')
  requireAtMost(MAX_WILDCARDS, sum(comparisons.map(wildcardsIn)), 'wildcards')
  requireDistinct(select)
}

/** Under other names, a short request could have the longest column in each row a hundred times. */
function requireDistinct(select: readonly SelectItem[]): void {
  const seen = new Set<string>()
  for (const item of select) {
    const name = item.kind === 'all' ? '*' : item.name
    const selected = JSON.stringify([name, 'path' in item ? item.path : null])
    if (seen.has(selected)) {
      throw new ApiError(400, '54000', `The request selects ${name} twice`, 'Select each column once.')
    }
    seen.add(selected)
  }
}

/** Far more than a page sends. Reading a longer text would occupy the embedded engine before a function refuses it. */
const MAX_ARGUMENT_BYTES = 128 * 1024

/** @throws ApiError 400 (54000) for too long arguments of a function that only reads. */
export function requireShortArguments(json: string): void {
  requireAtMost(MAX_ARGUMENT_BYTES, Buffer.byteLength(json), 'bytes of arguments')
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

/** Returns all comparisons in a condition, at any depth. */
export function comparisonsOf(condition: Condition): ComparisonCondition[] {
  return condition.kind === 'comparison' ? [condition] : condition.members.flatMap(comparisonsOf)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function stepsIn(named: { path?: JsonPath } | object): number {
  return 'path' in named ? (named.path?.length ?? 0) : 0
}

/** The most values that each row is compared with. Equality with one of many values takes no longer than with one. */
function comparedIn(comparison: ComparisonCondition): number {
  if (!('quantifier' in comparison) || comparison.operator === 'eq') return 1
  return comparison.value.split(',').length
}

function wildcardsIn(comparison: ComparisonCondition): number {
  if (comparison.operator !== 'like' && comparison.operator !== 'ilike') return 0
  return comparison.value.split(/[*%]/).length - 1
}
