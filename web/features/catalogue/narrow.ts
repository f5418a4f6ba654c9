import { FORMATS, type Format } from '../../../domain/formats.ts'
import { parseSearch } from '../../../domain/search.ts'
import { matching, type Searchable } from '../../matching.ts'
import { formatOfFilter, type View } from './view.ts'

interface Narrowable extends Searchable {
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

/** Gives a query of films the filters and the order of a view. */
export function narrowed<Query extends Narrowable>(films: Query, view: View): Query {
  const query = matching(films, criteriaOf(view)).order(view.sort)
  // The spine breaks ties, so that no film appears on two pages.
  return view.sort === 'spine' ? query : query.order('spine')
}
