import { FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { parseSearch } from '../../../../domain/search/search.ts'
import { applyFilmSearch, type Searchable } from '../../../data/apply-film-search.ts'
import { behindPlace, type FilmPlace, type Order, type Seekable } from '../grid/film-place.ts'
import { formatOfFilter, type View } from './view.ts'

interface Narrowable extends Searchable, Seekable {
  order(column: Order): this
}

/** What a view asks for: folded words every film must contain, formats it must have, and the spines one of which it must be. */
export function criteriaOf({ q, format }: Pick<View, 'q' | 'format'>): {
  words: string[]
  formats: Format[]
  spines: number[]
} {
  const { words, formats, spines } = parseSearch(q)
  const wanted = new Set([...formats, formatOfFilter(format)])
  return {
    words: [...words],
    formats: FORMATS.filter((format) => wanted.has(format)),
    spines: [...spines],
  }
}

/** The words of a search as they were typed. */
export function phraseOf({ q }: Pick<View, 'q'>): string {
  return parseSearch(q).phrase
}

/** What the films of a view are ordered by. Where there is no word to match, all match alike. */
export function orderOf(view: View): Order {
  return view.sort ?? (phraseOf(view) === '' ? 'spine' : 'match_rank')
}

/**
 * Gives a query of films the filters and the order of a view, and leaves those that come after a place in it.
 * @param columnOf where a film has a format.
 */
export function narrowed<Query extends Narrowable>(
  films: Query,
  view: View,
  after: FilmPlace | null = null,
  columnOf: (format: Format) => string = (format) => format,
): Query {
  const criteria = criteriaOf(view)
  const matched = applyFilmSearch(films, { ...criteria, formats: criteria.formats.map(columnOf) })
  const order = orderOf(view)
  const query = (after ? behindPlace(matched, order, after) : matched).order(order)
  // The spine breaks ties, so that no film appears on two pages.
  return order === 'spine' ? query : query.order('spine')
}
