import { ApiError } from '../../errors.ts'
import type { Range } from '../request.ts'

/**
 * `Range: 0-24` or `10-`, in items; anything else is not for us and asks for all (RFC 9110 §14.2).
 * @throws ApiError 416 PGRST103 for a range that ends before it begins.
 */
export function parseRange(range: string | undefined, unit: string | undefined): Range {
  const [, first, last] = /^(?:items=)?(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (first === undefined || (unit !== undefined && unit !== 'items')) return { offset: 0, limit: null }
  const offset = toCount(first)
  if (!last) return { offset, limit: null }
  const limit = toCount(last) - offset + 1
  if (limit < 1) throw notSatisfiable(RANGE_REVERSED)
  return { offset, limit }
}

const RANGE_REVERSED =
  'The lower boundary must be lower than or equal to the upper boundary in the Range header.'

/** @throws ApiError 416 PGRST103 for a negative limit, 400 PGRST100 for a text that is no whole number. */
export function parseLimit(text: string | undefined): number | null {
  if (text === undefined) return null
  const limit = toWhole('limit', text)
  if (limit < 0) throw notSatisfiable('Limit should be greater than or equal to zero.')
  return limit
}

/** @throws ApiError as for a limit; a negative offset begins at the beginning. */
export function parseOffset(text: string | undefined): number {
  return text === undefined ? 0 : Math.max(0, toWhole('offset', text))
}

/** What both ask for. */
export function narrow(range: Range, limit: number | null, offset: number): Range {
  const start = Math.max(range.offset, offset)
  const ends = [endOf(range), endOf({ offset, limit })]
  const end = Math.min(...ends)
  if (end < start) throw notSatisfiable(RANGE_REVERSED)
  return { offset: start, limit: end === Number.POSITIVE_INFINITY ? null : end - start }
}

function endOf({ offset, limit }: Range): number {
  return limit === null ? Number.POSITIVE_INFINITY : offset + limit
}

/** @param total the rows there are, where they were counted. */
export function notSatisfiable(details: string, total?: number): ApiError {
  const headers = { 'content-range': `*/${total ?? '*'}` }
  return new ApiError(416, 'PGRST103', 'Requested range not satisfiable', details, null, headers)
}

function toWhole(name: string, text: string): number {
  if (!/^-?\d+$/.test(text)) {
    throw new ApiError(400, 'PGRST100', `"failed to parse ${name} (${text})"`, 'expecting a whole number')
  }
  return text.startsWith('-') ? -toCount(text.slice(1)) : toCount(text)
}

/** No table has more rows than a number counts exactly, and the database takes no larger one either. */
function toCount(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}
