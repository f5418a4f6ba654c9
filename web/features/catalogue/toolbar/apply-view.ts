import { FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { parseSearch } from '../../../../domain/search/search.ts'
import { applyFilmSearch, type Searchable } from '../../../data/apply-film-search.ts'
import {
  afterFilmCursor,
  COLUMN_OF_SORT,
  type EntryColumn,
  type Order,
  type Position,
  type Seekable,
} from '../films/film-cursor.ts'
import { applyFilters, type Filterable } from '../filters/apply-filters.ts'
import { type Direction, directionOf, filtersOf, formatOfFilter, type View } from './view.ts'

interface ViewableQuery extends Searchable, Seekable, Filterable {
  eq(column: string, value: boolean): this
  order(column: Order, options?: { ascending: boolean }): this
}

/** The criteria of a view: a film must contain all folded words, have all formats, and have one of the spines if any. */
export function criteriaOf({ q, format }: Pick<View, 'q' | 'format'>): {
  words: string[]
  formats: Format[]
  spines: number[]
} {
  const { words, formats, spines } = parseSearch(q)
  const required = new Set([...formats, formatOfFilter(format)])
  return {
    words: [...words],
    formats: FORMATS.filter((format) => required.has(format)),
    spines: [...spines],
  }
}

/** The words of a search as they were typed. */
export function phraseOf({ q }: Pick<View, 'q'>): string {
  return parseSearch(q).phrase
}

/**
 * The order of a view's films. Without words to match, a search falls back to the spine.
 * @param entries the column that tells which film was added last, in a list that has one.
 */
export function orderOf(view: View, entries?: EntryColumn): { order: Order; direction: Direction } {
  const { sort } = view
  const direction = directionOf(view)
  if (sort === 'added' && entries) return { order: entries, direction }
  if (sort && sort !== 'added') return { order: COLUMN_OF_SORT[sort], direction }
  // The best match comes first in any direction.
  if (phraseOf(view) !== '') return { order: 'match_rank', direction: 'asc' }
  return { order: 'spine', direction: sort === 'added' ? 'asc' : direction }
}

interface Application {
  /** The position from which the films begin. */
  after?: Position | null
  /** Returns the column that a format filters. */
  columnOf?: (format: Format) => string
  /** The column that tells which film was added last. */
  entries?: EntryColumn | undefined
  /** Whether the films have the marks of a person. */
  withMarks?: boolean
}

/** Applies the filters and the order of a view to a query of films. */
export function applyView<Query extends ViewableQuery>(
  films: Query,
  view: View,
  { after = null, columnOf = (format) => format, entries, withMarks = false }: Application = {},
): Query {
  const criteria = criteriaOf(view)
  const found = applyFilmSearch(films, { ...criteria, formats: criteria.formats.map(columnOf) })
  const matching = applyFilters(found, filtersOf(view), withMarks)
  const { order, direction } = orderOf(view, entries)
  const options = direction === 'desc' ? { ascending: false } : undefined
  const query = (after ? afterFilmCursor(matching, order, after, direction) : matching).order(order, options)
  // The spine breaks ties, so that no film appears on two pages.
  return order === 'spine' ? query : query.order('spine', options)
}
