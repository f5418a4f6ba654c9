import type { Tables } from '../../../../domain/database.types.ts'
import { afterCursor, type Rows } from '../../../data/keyset-page.ts'
import { anonymousSupabase } from '../../../data/supabase.ts'
import type { Sort } from '../toolbar/view.ts'

/** The column that films are ordered by. */
export type Order = Sort | 'match_rank'

/** A film with all that an order may go by. */
export type Placed = Pick<Tables<'films'>, Sort> & {
  /** Where films are ordered by it. */
  match_rank?: number
}

const PLACE_COLUMNS = 'spine, title, year, director, country'

/** Where a film stands in an order: by its value, with null behind all others, and among equals by its spine. */
export interface FilmPlace {
  value: string | number | null
  spine: number
}

/** Before the first of those that have no value. */
export const BEFORE_NULLS: FilmPlace = { value: null, spine: 0 }

export function placeOf(film: Placed, order: Order): FilmPlace {
  return { value: film[order] ?? null, spine: film.spine }
}

/**
 * The place of the film with a spine; null where there is none to tell.
 * @param phrase that is searched for.
 */
export async function placeOfSpine(
  spine: number,
  order: Order,
  phrase: string,
  signal: AbortSignal,
): Promise<FilmPlace | null> {
  if (order === 'spine') return { value: spine, spine }
  const client = await anonymousSupabase()
  const ranked = () =>
    client.rpc('ranked_films', { phrase }, { get: true }).select(`${PLACE_COLUMNS}, match_rank`)
  const plain = () => client.from('films').select(PLACE_COLUMNS)
  const films = (order === 'match_rank' ? ranked() : plain()).eq('spine', spine).abortSignal(signal)
  const { data } = await films.maybeSingle().overrideTypes<Placed, { merge: false }>().throwOnError()
  return data && placeOf(data, order)
}

export interface Seekable extends Rows {
  gt(column: 'spine', spine: number): this
  is(column: Order, value: null): this
}

/** Leaves the films that come after a place; after one that has a value, only those that have one, too. */
export function behindPlace<Query extends Seekable>(
  films: Query,
  order: Order,
  { value, spine }: FilmPlace,
): Query {
  if (order === 'spine') return films.gt('spine', spine)
  if (value === null) return films.is(order, null).gt('spine', spine)
  return afterCursor(films, order, 'spine', { value, tie: spine })
}
