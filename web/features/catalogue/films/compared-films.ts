import type { ComparedList } from '../../../../domain/comparison.ts'
import type { Tables } from '../../../../domain/database.types.ts'
import type { Format } from '../../../../domain/film/formats.ts'
import { SHOWN_COLUMNS } from '../../../data/film-columns.ts'
import { PROFILE_FILMS_KEY } from '../../../data/query-keys.ts'
import { anonymousSupabase, ownSupabase } from '../../../data/supabase.ts'
import { applyView, orderOf, phraseOf } from '../toolbar/apply-view.ts'
import { filtersOf, type View } from '../toolbar/view.ts'
import { type FilmList, KEY_COLUMNS } from './film-pages.ts'
import { asRead, type CatalogueFilm, inSpines, readBlock, setArgument, unreadable } from './films-query.ts'

const COLUMNS = `${SHOWN_COLUMNS}, owns_laserdisc, owns_dvd, owns_bluray, owns_bluray_4k, other_owns_laserdisc, other_owns_dvd, other_owns_bluray, other_owns_bluray_4k`

/** A film with the formats that two people own. */
export type ComparedFilm = CatalogueFilm &
  Pick<Tables<'user_ownership'>, `owns_${Format}`> &
  Record<`other_owns_${Format}`, boolean>

/** Two people who are compared. */
export interface Pair {
  userId: string
  otherId: string
  /** The id of the reader if they are one of the two; the session is needed then, because a profile may be private. */
  ownId: string | undefined
}

/**
 * The films of a view in a list of the comparison of two people.
 * @param spine the spine after which the list begins; by default it begins with the first film.
 */
export function comparedFilms(
  { userId, otherId, ownId }: Pair,
  list: ComparedList,
  view: View,
  spine?: number,
): FilmList<ComparedFilm> {
  const { order, direction } = orderOf(view)
  const phrase = phraseOf(view)
  return {
    key: [
      ...PROFILE_FILMS_KEY,
      ownId ?? 'anyone',
      userId,
      otherId,
      list,
      asRead({ ...view, mine: undefined, owned: undefined }),
      ...(spine === undefined ? [] : [spine]),
    ],
    order,
    direction,
    phrase,
    after: spine,
    async read({ after, limit }, _cache, signal) {
      const counting = after === null ? ({ count: 'exact' } as const) : {}
      const isRanked = order === 'match_rank'
      const columns = isRanked ? `${COLUMNS}, match_rank` : COLUMNS
      const films = listed(await connect(), columns, counting, isRanked ? { phrase } : {})
      const { data, count, error } = await applyView(films, view, { after })
        .limit(limit)
        .abortSignal(signal)
        // The generated types of a composite type are nullable; these columns always have a value.
        .overrideTypes<ComparedFilm[], { merge: false }>()
      if (error) throw unreadable(error)
      return { films: data, total: count }
    },
    async readKeys(from) {
      const films = listed(await connect(), KEY_COLUMNS, { count: 'exact' })
      return readBlock(applyView(films, inSpines(view)), from)
    },
  }

  async function connect() {
    return ownId === undefined ? await anonymousSupabase() : await ownSupabase()
  }

  /** Queries the films of the list, without the criteria of the view. */
  function listed(
    client: Awaited<ReturnType<typeof connect>>,
    columns: string,
    counting: { count?: 'exact' },
    argument: { phrase?: string } = {},
  ) {
    const people = { of_user: userId, with_user: otherId }
    return (
      client
        .rpc(
          'compared_films',
          { ...people, ...argument, ...setArgument(filtersOf(view)) },
          { get: true, ...counting },
        )
        .select(columns)
        // `eq`, because `is` would hide from the planner that the people must have rows for the film.
        .eq(list, true)
    )
  }
}
