import type { Format } from '../domain/formats.ts'
import type { Search } from '../domain/search.ts'

export interface Searchable {
  eq(column: Format, value: boolean): this
  like(column: 'search', pattern: string): this
}

/** Gives a query of films the filters that a search asks for. */
export function matching<Query extends Searchable>(films: Query, { words, formats }: Search): Query {
  let query = films
  for (const format of formats) query = query.eq(format, true)
  // A folded word holds no sign with a meaning in a pattern.
  for (const word of words) query = query.like('search', `*${word}*`)
  return query
}
