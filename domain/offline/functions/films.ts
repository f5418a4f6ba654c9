/** The functions that return films: the twins of `ranked_films` and `profile_films` (…_film_filters.sql). */

import { FORMATS } from '../../film/formats.ts'
import type { Arguments } from '../arguments.ts'
import { matchRank } from '../sql/match-rank.ts'
import { sourceOf } from '../sql/select-rows.ts'
import type { CatalogueIndex } from '../tables/catalogue-index.ts'
import { BOOLEAN, INT8 } from '../tables/column-types.ts'
import { rankedColumns } from '../tables/film-columns.ts'
import type { IndexedFilm } from '../tables/indexed-film.ts'
import { type OwnedFormats, owns, type PersonMarks } from '../tables/person-marks.ts'
import type { Columns, Source } from '../tables/table.ts'
import type { OfflineFilm } from '../tables/tables.ts'

export const FILM_PARAMETERS = ['phrase', 'in_sets'] as const

export function rankedFilms(given: Arguments, index: CatalogueIndex): Source {
  const columns = { ...index.columns, ...rankedColumns(matchRank(given.text('phrase') ?? '')) }
  return sourceOf({ rows: filmsIn(given.integers('in_sets'), index), columns })
}

export function profileFilms(given: Arguments, index: CatalogueIndex, marks: PersonMarks): Source {
  const columns = {
    ...index.columns,
    ...rankedColumns(matchRank(given.text('phrase') ?? '')),
    ...markColumns(marks),
  }
  return sourceOf({ rows: filmsIn(given.integers('in_sets'), index), columns })
}

/** The films of some sets; all films without an argument. */
function filmsIn(
  sets: readonly number[] | undefined,
  { films, membersOf }: CatalogueIndex,
): readonly IndexedFilm[] {
  if (!sets) return films
  const ids = new Set(sets.flatMap((set) => membersOf.get(set) ?? []).map(({ film_id }) => film_id))
  return films.filter(({ film }) => ids.has(film.id))
}

function markColumns({ owned, watched, wishlist }: PersonMarks): Columns<IndexedFilm> {
  const boolean = (read: (film: OfflineFilm) => boolean) => ({
    type: BOOLEAN,
    read: ({ film }: IndexedFilm) => read(film),
  })
  const entry = (entries: ReadonlyMap<number, number>) => ({
    type: INT8,
    read: ({ film }: IndexedFilm) => entries.get(film.id) ?? null,
  })
  const owning = FORMATS.map((format) => [`owns_${format}`, boolean(({ id }) => owns(owned.get(id), format))])
  return {
    ...Object.fromEntries(owning),
    owned: boolean(({ id }) => owned.has(id)),
    watched: boolean(({ id }) => watched.has(id)),
    wishlisted: boolean(({ id }) => wishlist.has(id)),
    upgrade: boolean((film) => hasUpgrade(film, owned.get(film.id))),
    watched_id: entry(watched),
    wishlist_id: entry(wishlist),
  }
}

/** Whether a film was released in a better format than the best one owned: the twin of `private.has_upgrade`. */
export function hasUpgrade(
  { dvd, bluray, bluray_4k }: Pick<OfflineFilm, 'dvd' | 'bluray' | 'bluray_4k'>,
  owned: OwnedFormats | undefined,
): boolean {
  if (!owned || owned.owns_bluray_4k) return false
  if (owned.owns_bluray) return bluray_4k
  if (owned.owns_dvd) return bluray || bluray_4k
  return dvd || bluray || bluray_4k
}
