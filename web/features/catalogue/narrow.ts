import { FORMATS, type Format } from '../../../domain/formats.ts'
import { parseSearch } from '../../../domain/search.ts'
import { matching, type Searchable } from '../../matching.ts'
import { behindPlace, type FilmPlace, type Seekable } from './film-place.ts'
import { formatOfFilter, type View } from './view.ts'

interface Narrowable extends Searchable, Seekable {
  order(column: View['sort']): this
}

/** What a view asks for: folded words every film must contain, and formats it must have been released in. */
export function criteriaOf({ q, format }: Pick<View, 'q' | 'format'>): {
  words: string[]
  formats: Format[]
} {
  const { words, formats } = parseSearch(q)
  const wanted = new Set([...formats, formatOfFilter(format)])
  return { words: [...words], formats: FORMATS.filter((format) => wanted.has(format)) }
}

/** Gives a query of films the filters and the order of a view, and leaves those that come after a place in it. */
export function narrowed<Query extends Narrowable>(
  films: Query,
  view: View,
  after: FilmPlace | null = null,
): Query {
  const matched = matching(films, criteriaOf(view))
  const query = (after ? behindPlace(matched, view.sort, after) : matched).order(view.sort)
  // The spine breaks ties, so that no film appears on two pages.
  return view.sort === 'spine' ? query : query.order('spine')
}
