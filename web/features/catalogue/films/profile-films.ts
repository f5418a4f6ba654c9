import type { Tables } from '../../../../domain/database.types.ts'
import type { Format } from '../../../../domain/film/formats.ts'
import { PARTS, type Part } from '../../../../domain/profile-parts.ts'
import { SHOWN_COLUMNS } from '../../../data/film-columns.ts'
import { PROFILE_FILMS_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase, ownSupabase } from '../../../data/supabase.ts'
import { applyView, orderOf, phraseOf } from '../toolbar/apply-view.ts'
import { filtersOf, type View } from '../toolbar/view.ts'
import type { EntryColumn } from './film-cursor.ts'
import { type FilmList, KEY_COLUMNS } from './film-pages.ts'
import { asRead, type CatalogueFilm, inSpines, readBlock, setArgument, unreadable } from './films-query.ts'

const COLUMNS = `${SHOWN_COLUMNS}, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k, owned, watched, wishlisted`

/** A film with the marks of one person. */
export type ProfileFilm = CatalogueFilm &
  Pick<Tables<'user_ownership'>, `owns_${Format}`> &
  Record<'owned' | 'watched' | 'wishlisted', boolean>

/** The marks that the films of a list must have or lack; empty for the whole catalogue. */
export type ProfileFilter = Partial<Record<'owned' | 'watched' | 'wishlisted', boolean>>

/** The column that tells which film was added last to a list; undefined for a list of which that is unknown. */
export function entriesOf({ watched, wishlisted }: ProfileFilter): EntryColumn | undefined {
  if (watched) return 'watched_id'
  return wishlisted ? 'wishlist_id' : undefined
}

/**
 * The films of a view with the marks of one person.
 * @param isOwn whether that person reads them; the session is needed then, because the profile may be private.
 * @param spine the spine after which the list begins; by default it begins with the first film.
 * @param shown the parts whose marks the films have.
 */
export function profileFilms(
  userId: string,
  filter: ProfileFilter,
  view: View,
  isOwn: boolean,
  spine?: number,
  shown: readonly Part[] = PARTS,
): FilmList<ProfileFilm> {
  const entries = entriesOf(filter)
  const isWhole = shown.length === PARTS.length
  const { order, direction } = orderOf(view, entries)
  const phrase = phraseOf(view)
  const columnOf = filter.owned ? (format: Format) => `owns_${format}` : undefined
  const marks = { withMarks: true, ...(columnOf && { columnOf }) }
  return {
    key: [
      ...PROFILE_FILMS_KEY,
      userId,
      filter,
      asRead(view, entries),
      ...(isWhole ? [] : [shown]),
      ...(spine === undefined ? [] : [spine]),
    ],
    order,
    direction,
    phrase,
    after: spine,
    async read({ after, limit }, _cache, signal) {
      const counting = after === null ? ({ count: 'exact' } as const) : {}
      const isRanked = order === 'match_rank'
      const ordering = isRanked || order === entries ? `, ${order}` : ''
      const films = listed(await connect(), `${COLUMNS}${ordering}`, counting, isRanked ? { phrase } : {})
      const { data, count, error } = await applyView(films, view, { after, entries, ...marks })
        .limit(limit)
        .abortSignal(signal)
        // The generated types of a composite type are nullable; these columns always have a value.
        .overrideTypes<ProfileFilm[], { merge: false }>()
      if (error) throw unreadable(error)
      return {
        films: isWhole ? data : (await import('./shown-marks.ts')).shownMarks(shown, data),
        total: count,
      }
    },
    async readKeys(from) {
      const films = listed(await connect(), KEY_COLUMNS, { count: 'exact' })
      return readBlock(applyView(films, inSpines(view), marks), from)
    },
  }

  async function connect() {
    return isOwn ? await ownSupabase() : await anonymousSupabase()
  }

  /** Queries the films of the list, without the criteria of the view. */
  function listed(
    client: Awaited<ReturnType<typeof connect>>,
    columns: string,
    counting: { count?: 'exact' },
    argument: { phrase?: string } = {},
  ) {
    let films = client
      .rpc(
        'profile_films',
        { of_user: userId, ...argument, ...setArgument(filtersOf(view)) },
        { get: true, ...counting },
      )
      .select(columns)
    // `eq`, because `is` would hide from the planner that the person must have a row for the film.
    for (const [column, value] of Object.entries(filter)) films = films.eq(column, value)
    return films
  }
}
