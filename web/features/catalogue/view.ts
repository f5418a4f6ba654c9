import type { Format } from '../../../domain/formats.ts'
import { SEARCH_MAX_LENGTH } from '../../../domain/search.ts'

export const SORT_LABELS = {
  spine: 'Spine #',
  title: 'Title',
  year: 'Year',
  director: 'Director',
  country: 'Country',
} as const

export type Sort = keyof typeof SORT_LABELS

const FORMAT_OF_FILTER = {
  laserdisc: 'laserdisc',
  dvd: 'dvd',
  bluray: 'bluray',
  '4k': 'bluray_4k',
} as const satisfies Record<string, Format>

export type FormatFilter = 'all' | keyof typeof FORMAT_OF_FILTER

// A list, because an object would put its key 4k wherever its insertion order said.
export const FORMAT_FILTERS: readonly FormatFilter[] = ['all', 'laserdisc', 'dvd', 'bluray', '4k']

/** What the address says about the grid: a reload, a shared link, back and forward give the same view. */
export interface View {
  q: string
  sort: Sort
  format: FormatFilter
}

/** A view from its beginning on, or from behind a film. */
export interface Part extends View {
  /** The spine of that film. */
  after?: number | undefined
}

export const DEFAULT_VIEW: View = { q: '', sort: 'spine', format: 'all' }

/** Reads a view from search parameters; what is missing or invalid falls back to the default. */
export function readView(search: Partial<Record<keyof View, unknown>>): View {
  return {
    q: typeof search.q === 'string' ? search.q.slice(0, SEARCH_MAX_LENGTH) : DEFAULT_VIEW.q,
    sort: isSort(search.sort) ? search.sort : DEFAULT_VIEW.sort,
    format: isFormatFilter(search.format) ? search.format : DEFAULT_VIEW.format,
  }
}

/** The same with where it begins; a film that there cannot be counts as none. */
export function readPart(search: Partial<Record<keyof Part, unknown>>): Part {
  const after = Number(search.after)
  return { ...readView(search), ...(isSpine(after) && { after }) }
}

export function isFiltered(view: View): boolean {
  return view.q.trim() !== '' || view.format !== 'all'
}

/** The column a format filter asks for, or none for all formats. */
export function formatOfFilter(filter: FormatFilter): Format | undefined {
  return filter === 'all' ? undefined : FORMAT_OF_FILTER[filter]
}

function isSpine(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value < 2 ** 31
}

function isSort(value: unknown): value is Sort {
  return typeof value === 'string' && Object.hasOwn(SORT_LABELS, value)
}

function isFormatFilter(value: unknown): value is FormatFilter {
  return FORMAT_FILTERS.includes(value as FormatFilter)
}
