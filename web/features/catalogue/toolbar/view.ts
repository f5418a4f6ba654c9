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

/** The order of a search until a sort is chosen. */
export const BEST_MATCH_LABEL = 'Best match'

const FORMAT_OF_FILTER = {
  laserdisc: 'laserdisc',
  dvd: 'dvd',
  bluray: 'bluray',
  '4k': 'bluray_4k',
} as const satisfies Record<string, Format>

export type FormatFilter = 'all' | keyof typeof FORMAT_OF_FILTER

// An explicit order for the select.
export const FORMAT_FILTERS: readonly FormatFilter[] = ['all', 'laserdisc', 'dvd', 'bluray', '4k']

/** The state of the grid in the address, so that a reload, a shared link, back and forward give the same view. */
export interface View {
  q: string
  /** Undefined until one is chosen: a search is then ordered by match, all other views by spine. */
  sort?: Sort | undefined
  format: FormatFilter
}

/** A view that may begin after a film instead of at its beginning. */
export interface PositionedView extends View {
  /** The spine of that film. */
  after?: number | undefined
}

export const DEFAULT_VIEW = { q: '', format: 'all' } as const satisfies View

/**
 * Reads a view from search parameters; missing or invalid ones get their default. A parameter without a default is
 * returned as undefined, because the router keeps a parameter that the validated object does not contain.
 */
export function readView(search: Partial<Record<keyof View, unknown>>): View {
  return {
    q: typeof search.q === 'string' ? search.q.slice(0, SEARCH_MAX_LENGTH) : DEFAULT_VIEW.q,
    sort: isSort(search.sort) ? search.sort : undefined,
    format: isFormatFilter(search.format) ? search.format : DEFAULT_VIEW.format,
  }
}

/** Reads a view and the film after which it begins; a spine that no film can have counts as none. */
export function readPositionedView(search: Partial<Record<keyof PositionedView, unknown>>): PositionedView {
  const after = Number(search.after)
  return { ...readView(search), after: isSpine(after) ? after : undefined }
}

export function isFiltered(view: View): boolean {
  return isSearch(view) || view.format !== 'all'
}

export function isSearch({ q }: Pick<View, 'q'>): boolean {
  return q.trim() !== ''
}

/** The column of a format filter; undefined for all formats. */
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
