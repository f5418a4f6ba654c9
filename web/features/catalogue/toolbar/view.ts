import type { Format } from '../../../../domain/film/formats.ts'
import { SEARCH_MAX_LENGTH } from '../../../../domain/search/search.ts'

export const SORT_LABELS = {
  spine: 'Spine #',
  title: 'Title',
  year: 'Year',
  director: 'Director',
  country: 'Country',
} as const

export type Sort = keyof typeof SORT_LABELS

/** What the films of a search are ordered by until a sort is chosen. */
export const BEST_MATCH_LABEL = 'Best match'

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
  /** None while none is chosen: then a search is ordered by how well films match, all others by spine. */
  sort?: Sort | undefined
  format: FormatFilter
}

/** A view from its beginning on, or from behind a film. */
export interface Part extends View {
  /** The spine of that film. */
  after?: number | undefined
}

export const DEFAULT_VIEW = { q: '', format: 'all' } as const satisfies View

/**
 * Reads a view from search parameters; what is missing or invalid falls back to the default. What falls back to none is
 * there as undefined, because the router keeps a parameter that validation leaves out.
 */
export function readView(search: Partial<Record<keyof View, unknown>>): View {
  return {
    q: typeof search.q === 'string' ? search.q.slice(0, SEARCH_MAX_LENGTH) : DEFAULT_VIEW.q,
    sort: isSort(search.sort) ? search.sort : undefined,
    format: isFormatFilter(search.format) ? search.format : DEFAULT_VIEW.format,
  }
}

/** The same with where it begins; a film that there cannot be counts as none. */
export function readPart(search: Partial<Record<keyof Part, unknown>>): Part {
  const after = Number(search.after)
  return { ...readView(search), after: isSpine(after) ? after : undefined }
}

export function isFiltered(view: View): boolean {
  return isSearch(view) || view.format !== 'all'
}

export function isSearch({ q }: Pick<View, 'q'>): boolean {
  return q.trim() !== ''
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
