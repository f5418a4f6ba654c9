import { ApiError } from '../errors.ts'
import type { Media, Range } from './request.ts'

export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The only schema served; no table of another is reachable. */
export const SCHEMA = 'public'

const MEDIA: ReadonlyMap<string, Media> = new Map([
  ['*/*', 'json'],
  ['application/*', 'json'],
  ['application/json', 'json'],
  ['application/vnd.pgrst.array', 'json'],
  ['application/vnd.pgrst.array+json', 'json'],
  ['application/vnd.pgrst.object', 'object'],
  ['application/vnd.pgrst.object+json', 'object'],
  ['text/csv', 'csv'],
  ['text/*', 'csv'],
])

/**
 * The form of the answer: the best that Accept names (RFC 9110 §12.5.1).
 * @throws ApiError 406 PGRST107 if it names none that there is.
 */
export function parseAccept(accept: string | undefined): Media {
  if (!accept) return 'json'
  const wishes = accept
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      return { media: parameters.every(isKnown) ? MEDIA.get(type) : undefined, quality: quality(parameters) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  const best = wishes.find(({ media }) => media !== undefined)?.media
  if (best) return best
  throw new ApiError(406, 'PGRST107', `None of these media types are available: ${accept}`)
}

function isKnown(parameter: string): boolean {
  return /^(q=|charset=utf-8$|$)/.test(parameter)
}

function quality(parameters: string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return Number(q) || 0
}

/** @throws ApiError 406 PGRST106 for a schema that is not served. */
export function parseProfile(profile: string | undefined): void {
  if (profile === undefined || profile === SCHEMA) return
  throw new ApiError(
    406,
    'PGRST106',
    `Invalid schema: ${profile}`,
    null,
    `Only the following schemas are exposed: ${SCHEMA}`,
  )
}

/** Whether `Prefer` asks for a count; the tables are small enough that each kind of count is exact. */
export function parsePrefer(prefer: string | undefined): { count: boolean } {
  const preferences = (prefer ?? '').split(',').map((preference) => preference.trim())
  return { count: preferences.some((preference) => /^count=(exact|planned|estimated)$/.test(preference)) }
}

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

export function notSatisfiable(details: string): ApiError {
  return new ApiError(416, 'PGRST103', 'Requested range not satisfiable', details)
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
