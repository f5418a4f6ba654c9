import type { Search } from '../../domain/search/search.ts'

export interface Searchable {
  eq(column: string, value: boolean): this
  in(column: 'spine', values: readonly number[]): this
  like(column: 'search', pattern: string): this
}

interface Filters extends Pick<Search, 'words' | 'spines'> {
  /** The columns that must be true. */
  formats: readonly string[]
}

/** Adds the filters of a search to a query of films. */
export function applyFilmSearch<Query extends Searchable>(
  films: Query,
  { words, spines, formats }: Filters,
): Query {
  let query = films
  for (const format of formats) query = query.eq(format, true)
  if (spines.length > 0) query = query.in('spine', spines)
  // A folded word contains no character with a special meaning in a pattern.
  for (const word of words) query = query.like('search', `*${word}*`)
  return query
}
