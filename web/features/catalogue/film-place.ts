import type { Tables } from '../../../domain/database.types.ts'
import { behind, type Rows } from '../../behind.ts'
import { anonymousSupabase } from '../../supabase.ts'
import type { Sort } from './view.ts'

/** A film with all that an order may go by. */
export type Placed = Pick<Tables<'films'>, Sort>

/** Where a film stands in an order: by its value, with null behind all others, and among equals by its spine. */
export interface FilmPlace {
  value: string | number | null
  spine: number
}

/** Before the first of those that have no value. */
export const BEFORE_NULLS: FilmPlace = { value: null, spine: 0 }

export function placeOf(film: Placed, sort: Sort): FilmPlace {
  return { value: film[sort], spine: film.spine }
}

/** The place of the film with a spine; null where there is none to tell. */
export async function placeOfSpine(
  spine: number,
  sort: Sort,
  signal: AbortSignal,
): Promise<FilmPlace | null> {
  if (sort === 'spine') return { value: spine, spine }
  const client = await anonymousSupabase()
  const films = client.from('films').select('spine, title, year, director, country').eq('spine', spine)
  const { data } = await films.abortSignal(signal).maybeSingle().throwOnError()
  return data && placeOf(data, sort)
}

export interface Seekable extends Rows {
  gt(column: 'spine', spine: number): this
  is(column: Sort, value: null): this
}

/** Leaves the films that come after a place; after one that has a value, only those that have one, too. */
export function behindPlace<Query extends Seekable>(
  films: Query,
  sort: Sort,
  { value, spine }: FilmPlace,
): Query {
  if (sort === 'spine') return films.gt('spine', spine)
  if (value === null) return films.is(sort, null).gt('spine', spine)
  return behind(films, sort, 'spine', { value, tie: spine })
}
