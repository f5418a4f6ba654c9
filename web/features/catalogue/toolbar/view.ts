import type { Format } from '../../../../domain/film/formats.ts'
import {
  type FilterParams,
  type Filters,
  formatFilters,
  parseFilters,
} from '../../../../domain/filters/filters.ts'
import { SEARCH_MAX_LENGTH } from '../../../../domain/search/search.ts'

export const SORT_LABELS = {
  spine: 'Spine #',
  title: 'Title',
  year: 'Year',
  director: 'Director',
  country: 'Country',
  running_time: 'Running time',
  added: 'Newest first',
} as const

export type Sort = keyof typeof SORT_LABELS

export type Direction = 'asc' | 'desc'

/** How films are laid out. */
export const LAYOUT_LABELS = { covers: 'Covers', list: 'List', shelf: 'Shelf' } as const

export type Layout = keyof typeof LAYOUT_LABELS

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

/** The state of the list in the address, so that a reload, a shared link, back and forward give the same view. */
export interface View extends FilterParams {
  q: string
  /** Undefined until one is chosen: a search is then ordered by match, all other views by spine. */
  sort?: Sort | undefined
  format: FormatFilter
  /** Undefined for the usual direction of the sort. */
  order?: Direction | undefined
  /** Undefined for covers. */
  view?: Exclude<Layout, 'covers'> | undefined
}

/** A view that may begin after a film instead of at its beginning. */
export interface PositionedView extends View {
  /** The spine of that film. */
  after?: number | undefined
  /** The spine of the film that was picked from the list. */
  pick?: number | undefined
}

/** What leads from an address to the list itself: its beginning, without a picked film. */
export const FROM_BEGINNING = { after: undefined, pick: undefined } as const

/** The filters of an address without any, for links that clear them. */
export const CLEARED_FILTERS: FilterParams = formatFilters(parseFilters({}))

export const DEFAULT_VIEW = { q: '', format: 'all' } as const satisfies View

/**
 * Reads a view from search parameters; missing or invalid ones get their default. A parameter without a default is
 * returned as undefined, because the router keeps a parameter that the validated object does not contain.
 */
export function readView(search: Partial<Record<keyof View, unknown>>): View {
  const sort = isSort(search.sort) ? search.sort : undefined
  return {
    q: typeof search.q === 'string' ? search.q.slice(0, SEARCH_MAX_LENGTH) : DEFAULT_VIEW.q,
    sort,
    format: isFormatFilter(search.format) ? search.format : DEFAULT_VIEW.format,
    order: search.order === otherDirection(sort) ? otherDirection(sort) : undefined,
    view: search.view === 'list' || search.view === 'shelf' ? search.view : undefined,
    ...formatFilters(filtersOf(search)),
  }
}

/** The filters of a view in the form in which they are applied. */
export function filtersOf(view: Partial<Record<keyof FilterParams, unknown>>): Filters {
  return parseFilters(view)
}

/** The direction in which a view's films are ordered. */
export function directionOf({ sort, order }: Pick<View, 'sort' | 'order'>): Direction {
  return order ?? usualDirection(sort)
}

/** What to add to a view to turn the direction around. */
export function turned(view: Pick<View, 'sort' | 'order'>): Pick<View, 'order'> {
  return { order: view.order === undefined ? otherDirection(view.sort) : undefined }
}

function usualDirection(sort: Sort | undefined): Direction {
  return sort === 'added' ? 'desc' : 'asc'
}

function otherDirection(sort: Sort | undefined): Direction {
  return usualDirection(sort) === 'asc' ? 'desc' : 'asc'
}

/** Reads a view, the film after which it begins and the one that was picked. */
export function readPositionedView(search: Partial<Record<keyof PositionedView, unknown>>): PositionedView {
  return { ...readView(search), after: readSpine(search.after), pick: readSpine(search.pick) }
}

export function isFiltered(view: View): boolean {
  return isSearch(view) || view.format !== 'all' || hasFilters(view)
}

/** Whether a view has filters beside the search and the format. */
export function hasFilters(view: View): boolean {
  return Object.values(formatFilters(filtersOf(view))).some((value) => value !== undefined)
}

export function isSearch({ q }: Pick<View, 'q'>): boolean {
  return q.trim() !== ''
}

/** The column of a format filter; undefined for all formats. */
export function formatOfFilter(filter: FormatFilter): Format | undefined {
  return filter === 'all' ? undefined : FORMAT_OF_FILTER[filter]
}

/** A spine that no film can have counts as none. */
function readSpine(value: unknown): number | undefined {
  const spine = Number(value)
  return Number.isInteger(spine) && spine > 0 && spine < 2 ** 31 ? spine : undefined
}

function isSort(value: unknown): value is Sort {
  return typeof value === 'string' && Object.hasOwn(SORT_LABELS, value)
}

function isFormatFilter(value: unknown): value is FormatFilter {
  return FORMAT_FILTERS.includes(value as FormatFilter)
}
