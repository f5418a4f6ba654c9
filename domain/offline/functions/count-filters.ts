/** The filters of the functions that count films, which are given as JSON. */

import { Unanswerable } from '../unanswerable.ts'

export interface CountFilters {
  words: readonly string[]
  /** All must be released. */
  formats: readonly string[]
  spines: readonly number[]
  available: readonly string[]
  inPrint: boolean
  from: number | undefined
  to: number | undefined
  countries: readonly string[]
  directors: readonly string[]
  times: readonly { from: number; to: number | undefined }[]
  sets: readonly number[]
  mine: readonly string[]
  owned: readonly string[]
  list: string
}

/** The database refuses more values of a filter. */
const MAX_VALUES = 20

/** @throws Unanswerable for filters in another form than that of the pages, of which the database leaves some out or refuses them. */
export function readCountFilters(filters: unknown = {}): CountFilters {
  const given = requireObject(filters)
  const known: CountFilters = {
    words: list(given.words, isText),
    formats: list(given.formats, isText),
    spines: list(given.spines, isInteger),
    available: list(given.available, isText),
    inPrint: optional(given.inPrint, isBoolean) ?? false,
    from: optional(given.from, isInteger),
    to: optional(given.to, isInteger),
    countries: list(given.countries, isText),
    directors: list(given.directors, isText),
    times: list(given.times, isTime).map(({ from, to }) => ({ from, to })),
    sets: list(given.sets, isInteger),
    mine: list(given.mine, isText),
    owned: list(given.owned, isText),
    list: optional(given.list, isText) ?? 'all',
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) throw new Unanswerable(`the filter ${unknown}`)
  return known
}

function requireObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as never
  throw new Unanswerable('filters that are no object')
}

function optional<T>(value: unknown, is: (value: unknown) => value is T): T | undefined {
  if (value === undefined || is(value)) return value
  throw new Unanswerable(`the filter ${JSON.stringify(value)}`)
}

function list<T>(value: unknown, is: (value: unknown) => value is T): readonly T[] {
  if (value === undefined) return []
  if (Array.isArray(value) && value.length <= MAX_VALUES && value.every(is)) return value
  throw new Unanswerable(`the filter ${JSON.stringify(value)}`)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

/** The whole numbers that the database accepts here. */
function isInteger(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= 2 ** 31 - 2
}

function isTime(value: unknown): value is { from: number; to: number | undefined } {
  const { from, to } = Object(value) as Record<string, unknown>
  return isInteger(from) && (to === undefined || (isInteger(to) && from <= to))
}
