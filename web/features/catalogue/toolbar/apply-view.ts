import { FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { parseSearch } from '../../../../domain/search/search.ts'
import { applyFilmSearch, type Searchable } from '../../../data/apply-film-search.ts'
import { afterFilmCursor, type FilmCursor, type Order, type Seekable } from '../films/film-cursor.ts'
import { formatOfFilter, type View } from './view.ts'

interface ViewableQuery extends Searchable, Seekable {
  order(column: Order): this
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

/** The order of a view's films. Without words to match, a search falls back to the spine. */
export function orderOf(view: View): Order {
  return view.sort ?? (phraseOf(view) === '' ? 'spine' : 'match_rank')
}

/**
 * Applies the filters and the order of a view to a query of films.
 * @param after the cursor after which the films begin.
 * @param columnOf returns the column that a format filters.
 */
export function applyView<Query extends ViewableQuery>(
  films: Query,
  view: View,
  after: FilmCursor | null = null,
  columnOf: (format: Format) => string = (format) => format,
): Query {
  const criteria = criteriaOf(view)
  const matching = applyFilmSearch(films, { ...criteria, formats: criteria.formats.map(columnOf) })
  const order = orderOf(view)
  const query = (after ? afterFilmCursor(matching, order, after) : matching).order(order)
  // The spine breaks ties, so that no film appears on two pages.
  return order === 'spine' ? query : query.order('spine')
}
