import type { Tables } from '../../../../domain/database.types.ts'
import { afterCursor, type Rows } from '../../../data/keyset-page.ts'
import { anonymousSupabase } from '../../../data/supabase.ts'
import type { Direction, Sort } from '../toolbar/view.ts'

/**
 * The column of each sort, except of the one by what was added last, whose column depends on the list.
 * The names by which films are sorted always have a value.
 */
export const COLUMN_OF_SORT = {
  spine: 'spine',
  title: 'sort_title',
  year: 'year',
  director: 'sort_director',
  country: 'country',
  running_time: 'running_time',
} as const satisfies Record<Exclude<Sort, 'added'>, keyof Tables<'films'>>

/** A sort by what a film is, and not by what a person did. */
export type FilmSort = keyof typeof COLUMN_OF_SORT

type SortColumn = (typeof COLUMN_OF_SORT)[FilmSort]

/** The ids of the entries of a person's lists, which grow with time. */
export type EntryColumn = 'watched_id' | 'wishlist_id'

/** The column by which films are ordered. */
export type Order = SortColumn | 'match_rank' | EntryColumn

/** The columns of a film by which it can be ordered. Those beside the film's own are present only if they order the list. */
export type SortableFilm = Pick<Tables<'films'>, SortColumn> &
  Partial<Record<'match_rank' | EntryColumn, number>>

const CURSOR_COLUMNS = Object.values(COLUMN_OF_SORT).join(', ')

/** The sort values of a film, from which the next page continues. Null sorts last; equal values sort by spine. */
export interface FilmCursor {
  value: string | number | null
  spine: number
}

// The greatest number that the column holds, which is not the spine of any film.
const AFTER_ALL_SPINES = 2 ** 31 - 1

/** The cursor before the first film without a value. */
export function beforeNulls(direction: Direction): FilmCursor {
  return { value: null, spine: direction === 'asc' ? 0 : AFTER_ALL_SPINES }
}

/** The cursor before the first film with a value, where those without one are to be left out. */
export const BEFORE_VALUES = 'before values'

export type Position = FilmCursor | typeof BEFORE_VALUES

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
  if (order === 'spine' || order === 'watched_id' || order === 'wishlist_id') return { value: spine, spine }
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
  lt(column: 'spine', spine: number): this
  is(column: Order, value: null): this
  not(column: Order, operator: 'is', value: null): this
}

/** Filters for the films at a position. After a cursor with a value, films without a value are left out. */
export function afterFilmCursor<Query extends Seekable>(
  films: Query,
  order: Order,
  position: Position,
  direction: Direction = 'asc',
): Query {
  if (position === BEFORE_VALUES) return films.not(order, 'is', null)
  const { value, spine } = position
  const beyond = (query: Query) => (direction === 'asc' ? query.gt('spine', spine) : query.lt('spine', spine))
  if (order === 'spine') return beyond(films)
  if (value === null) return beyond(films.is(order, null))
  return afterCursor(films, order, 'spine', { value, tie: spine }, direction)
}
