/** Parse: the header Range and the parameters limit and offset → one range of rows. */

import { ApiError } from '../api-error.ts'
import type { Range } from '../request.ts'

/**
 * Parses `Range: 0-24` or `10-`, in items. Any other value is ignored (RFC 9110 §14.2).
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

/** @throws ApiError 416 PGRST103 for a negative limit, 400 PGRST100 for a text that is not a whole number. */
export function parseLimit(text: string | undefined): number | null {
  if (text === undefined) return null
  const limit = toWhole('limit', text)
  if (limit < 0) throw notSatisfiable('Limit should be greater than or equal to zero.')
  return limit
}

/** A negative offset counts as 0. @throws ApiError 400 PGRST100 for a text that is not a whole number. */
export function parseOffset(text: string | undefined): number {
  return text === undefined ? 0 : Math.max(0, toWhole('offset', text))
}

/** Returns the intersection of the range with limit and offset. @throws ApiError 416 PGRST103 if there is none. */
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

/** @param total the number of matching rows, if it was counted. */
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

/** Larger numbers are not exact in JavaScript, and the database accepts no offset beyond 64 bits. */
function toCount(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}
