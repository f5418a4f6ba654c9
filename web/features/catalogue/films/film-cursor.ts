import type { Tables } from '../../../../domain/database.types.ts'
import { afterCursor, type Rows } from '../../../data/keyset-page.ts'
import { anonymousSupabase } from '../../../data/supabase.ts'
import type { Sort } from '../toolbar/view.ts'

/** The column by which films are ordered. */
export type Order = Sort | 'match_rank'

/** The columns of a film by which it can be ordered. */
export type SortableFilm = Pick<Tables<'films'>, Sort> & {
  /** Present only if films are ordered by it. */
  match_rank?: number
}

const CURSOR_COLUMNS = 'spine, title, year, director, country'

/** The sort values of a film, from which the next page continues. Null sorts last; equal values sort by spine. */
export interface FilmCursor {
  value: string | number | null
  spine: number
}

/** The cursor before the first film without a value. */
export const BEFORE_NULLS: FilmCursor = { value: null, spine: 0 }

export function cursorOf(film: SortableFilm, order: Order): FilmCursor {
  return { value: film[order] ?? null, spine: film.spine }
}

/**
 * Reads the cursor of the film with a spine; null if there is no such film.
 * @param phrase the words of the search, if films are ordered by match.
 */
export async function cursorOfSpine(
  spine: number,
  order: Order,
  phrase: string,
  signal: AbortSignal,
): Promise<FilmCursor | null> {
  if (order === 'spine') return { value: spine, spine }
  const client = await anonymousSupabase()
  const ranked = () =>
    client.rpc('ranked_films', { phrase }, { get: true }).select(`${CURSOR_COLUMNS}, match_rank`)
  const plain = () => client.from('films').select(CURSOR_COLUMNS)
  const films = (order === 'match_rank' ? ranked() : plain()).eq('spine', spine).abortSignal(signal)
  const { data } = await films.maybeSingle().overrideTypes<SortableFilm, { merge: false }>().throwOnError()
  return data && cursorOf(data, order)
}

export interface Seekable extends Rows {
  gt(column: 'spine', spine: number): this
  is(column: Order, value: null): this
}

/** Filters for the films after a cursor. After a cursor with a value, films without a value are left out. */
export function afterFilmCursor<Query extends Seekable>(
  films: Query,
  order: Order,
  { value, spine }: FilmCursor,
): Query {
  if (order === 'spine') return films.gt('spine', spine)
  if (value === null) return films.is(order, null).gt('spine', spine)
  return afterCursor(films, order, 'spine', { value, tie: spine })
}
