import type { Tables } from '../../../../domain/database.types.ts'
import type { Format } from '../../../../domain/film/formats.ts'
import { PROFILES_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase, supabase } from '../../../data/supabase.ts'
import { narrowed, orderOf, phraseOf } from '../toolbar/narrow.ts'
import type { View } from '../toolbar/view.ts'
import type { FilmList } from './film-pages.ts'
import { CARD_COLUMNS, type CatalogueFilm, unreadable } from './films-query.ts'

const COLUMNS = `${CARD_COLUMNS}, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k, owned, watched, wishlisted`

/** A film with what one person owns of it, and whether that person has watched it and wants it. */
export type PersonFilm = CatalogueFilm &
  Pick<Tables<'user_ownership'>, `owns_${Format}`> &
  Record<'owned' | 'watched' | 'wishlisted', boolean>

/** Which of the catalogue's films a list of a person holds; none named: all of them. */
export type PersonFilter = Partial<Record<'owned' | 'watched' | 'wishlisted', boolean>>

/**
 * The films of a view as one person has marked them.
 * @param isOwn whether it is that person who reads them, who may show them to nobody else.
 * @param spine of the film that the list comes after; none: from the first on.
 */
export function personFilms(
  userId: string,
  filter: PersonFilter,
  view: View,
  isOwn: boolean,
  spine?: number,
): FilmList<PersonFilm> {
  const order = orderOf(view)
  const phrase = phraseOf(view)
  return {
    key: [
      ...PROFILES_KEY,
      userId,
      'films',
      filter,
      { ...view, sort: order },
      ...(spine === undefined ? [] : [spine]),
    ],
    order,
    phrase,
    after: spine,
    async read({ after, limit }, _cache, signal) {
      const client = await (isOwn ? supabase() : anonymousSupabase())
      const counting = after === null ? ({ count: 'exact' } as const) : {}
      const isRanked = order === 'match_rank'
      let films = client
        .rpc('profile_films', { of_user: userId, ...(isRanked && { phrase }) }, { get: true, ...counting })
        .select(isRanked ? `${COLUMNS}, match_rank` : COLUMNS)
      // Not `is`, which would hide from the planner that there must be a row of the person's own.
      for (const [column, value] of Object.entries(filter)) films = films.eq(column, value)
      const columnOf = filter.owned ? (format: Format) => `owns_${format}` : undefined
      const { data, count, error } = await narrowed(films, view, after, columnOf)
        .limit(limit)
        .abortSignal(signal)
        // The columns of a type count as nullable; these have a value for every film.
        .overrideTypes<PersonFilm[], { merge: false }>()
      if (error) throw unreadable(error)
      return { films: data, total: count }
    },
  }
}
