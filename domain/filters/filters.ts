import { FORMATS, type Format } from '../film/formats.ts'

/** What a film is to a person. */
export const MINE = ['owned', 'unowned', 'unwatched', 'wished', 'upgrade'] as const

export type Mine = (typeof MINE)[number]

/** Minutes, both included; without an end it is open. */
export interface TimeRange {
  from: number
  to?: number
}

/**
 * The filters of a list of films. Several values of one filter mean any of them, except of `mine`, which means all of them;
 * several filters mean all of them. An empty list filters nothing.
 */
export interface Filters {
  /** Released in any of these formats. */
  available: readonly Format[]
  /** In print in one of the formats of `available`, or in any format if it names none. */
  inPrint: boolean
  /** Years, both included. */
  from: number | undefined
  to: number | undefined
  countries: readonly string[]
  directors: readonly string[]
  times: readonly TimeRange[]
  /** The ids of box sets. */
  sets: readonly number[]
  mine: readonly Mine[]
  /** Owned in any of these formats. */
  owned: readonly Format[]
}

export const NO_FILTERS: Filters = {
  available: [],
  inPrint: false,
  from: undefined,
  to: undefined,
  countries: [],
  directors: [],
  times: [],
  sets: [],
  mine: [],
  owned: [],
}

/** The filters as parameters of an address. */
export interface FilterParams {
  available?: string | undefined
  inprint?: '1' | undefined
  from?: string | undefined
  to?: string | undefined
  country?: string[] | undefined
  director?: string[] | undefined
  time?: string | undefined
  set?: string | undefined
  mine?: string | undefined
  owned?: string | undefined
}

/** The parameters that an address may have several times, because their values may contain commas. */
export const REPEATED_PARAMS: readonly string[] = ['country', 'director'] satisfies (keyof FilterParams)[]

const MAX_VALUES = 20
const LONGEST_NAME = 200
const LONGEST_TIME = 9999

/** Reads the filters from the parameters of an address. What is not understood is left out. */
export function parseFilters(params: Partial<Record<keyof FilterParams, unknown>>): Filters {
  const from = readYear(params.from)
  const to = readYear(params.to)
  const isRange = from === undefined || to === undefined || from <= to
  return {
    available: chosen(FORMATS, params.available),
    inPrint: params.inprint === '1',
    from: isRange ? from : undefined,
    to: isRange ? to : undefined,
    countries: names(params.country),
    directors: names(params.director),
    times: unique(list(params.time).flatMap(readTime), timeText).toSorted(byTime).slice(0, MAX_VALUES),
    sets: unique(list(params.set).flatMap(readId), String)
      .toSorted((a, b) => a - b)
      .slice(0, MAX_VALUES),
    mine: chosen(MINE, params.mine),
    owned: chosen(FORMATS, params.owned),
  }
}

/** Writes the filters as parameters, in one order, so that the same filters have the same address. */
export function formatFilters(filters: Filters): FilterParams {
  const { available, inPrint, from, to, countries, directors, times, sets, mine, owned } = filters
  return {
    available: joined(FORMATS.filter((format) => available.includes(format))),
    inprint: inPrint ? '1' : undefined,
    from: from === undefined ? undefined : String(from),
    to: to === undefined ? undefined : String(to),
    country: countries.length > 0 ? countries.toSorted() : undefined,
    director: directors.length > 0 ? directors.toSorted() : undefined,
    time: joined(times.toSorted(byTime).map(timeText)),
    set: joined(sets.toSorted((a, b) => a - b)),
    mine: joined(MINE.filter((each) => mine.includes(each))),
    owned: joined(FORMATS.filter((format) => owned.includes(format))),
  }
}

/** How many values are chosen; the years count as one. */
export function countFilters(filters: Filters): number {
  const { available, inPrint, from, to, countries, directors, times, sets, mine, owned } = filters
  const lists = [available, countries, directors, times, sets, mine, owned]
  const years = from !== undefined || to !== undefined
  return lists.reduce((sum, { length }) => sum + length, Number(inPrint) + Number(years))
}

/** `0-89`, or `180-` without an end. */
export function timeText({ from, to }: TimeRange): string {
  return `${from}-${to ?? ''}`
}

function readTime(text: string): TimeRange[] {
  const [, from, to] = /^(\d{1,4})-(\d{1,4})?$/.exec(text) ?? []
  if (from === undefined) return []
  if (to === undefined) return [{ from: Number(from) }]
  return Number(from) <= Number(to) ? [{ from: Number(from), to: Number(to) }] : []
}

function byTime(a: TimeRange, b: TimeRange): number {
  return a.from - b.from || (a.to ?? LONGEST_TIME + 1) - (b.to ?? LONGEST_TIME + 1)
}

function readYear(value: unknown): number | undefined {
  return typeof value === 'string' && /^[12]\d{3}$/.test(value) ? Number(value) : undefined
}

function readId(text: string): number[] {
  return /^[1-9]\d{0,8}$/.test(text) ? [Number(text)] : []
}

function names(value: unknown): string[] {
  const given: unknown[] = Array.isArray(value) ? value : [value]
  const texts = given.filter((text) => typeof text === 'string' && text !== '' && text.length <= LONGEST_NAME)
  return unique(texts as string[], String)
    .toSorted()
    .slice(0, MAX_VALUES)
}

function chosen<Option extends string>(options: readonly Option[], value: unknown): Option[] {
  const given = list(value)
  return options.filter((option) => given.includes(option))
}

function list(value: unknown): string[] {
  return typeof value === 'string' ? value.split(',') : []
}

function unique<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()]
}

function joined(values: readonly (string | number)[]): string | undefined {
  return values.length > 0 ? values.join(',') : undefined
}
