import type { Tables } from '../../../../domain/database.types.ts'
import type { Format } from '../../../../domain/film/formats.ts'
import { PROFILES_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase, supabase } from '../../../data/supabase.ts'
import { applyView, orderOf, phraseOf } from '../toolbar/apply-view.ts'
import type { View } from '../toolbar/view.ts'
import type { FilmList } from './film-pages.ts'
import { CARD_COLUMNS, type CatalogueFilm, unreadable } from './films-query.ts'

const COLUMNS = `${CARD_COLUMNS}, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k, owned, watched, wishlisted`

/** A film with the marks of one person. */
export type ProfileFilm = CatalogueFilm &
  Pick<Tables<'user_ownership'>, `owns_${Format}`> &
  Record<'owned' | 'watched' | 'wishlisted', boolean>

/** The marks that the films of a list must have or lack; empty for the whole catalogue. */
export type ProfileFilter = Partial<Record<'owned' | 'watched' | 'wishlisted', boolean>>

/**
 * The films of a view with the marks of one person.
 * @param isOwn whether that person reads them; the session is needed then, because the profile may be private.
 * @param spine the spine after which the list begins; by default it begins with the first film.
 */
export function profileFilms(
  userId: string,
  filter: ProfileFilter,
  view: View,
  isOwn: boolean,
  spine?: number,
): FilmList<ProfileFilm> {
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
      // `eq`, because `is` would hide from the planner that the person must have a row for the film.
      for (const [column, value] of Object.entries(filter)) films = films.eq(column, value)
      const columnOf = filter.owned ? (format: Format) => `owns_${format}` : undefined
      const { data, count, error } = await applyView(films, view, after, columnOf)
        .limit(limit)
        .abortSignal(signal)
        // The generated types of a composite type are nullable; these columns always have a value.
        .overrideTypes<ProfileFilm[], { merge: false }>()
      if (error) throw unreadable(error)
      return { films: data, total: count }
    },
  }
}
