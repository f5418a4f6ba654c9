/** The numbers of a profile: the twin of `profile_counts` (…_part_visibility.sql), for the owner. */

import { FORMATS, type Format } from '../../film/formats.ts'
import type { Arguments } from '../arguments.ts'
import { sourceOf } from '../sql/select-rows.ts'
import type { CatalogueIndex } from '../tables/catalogue-index.ts'
import { C_TEXT, INT4, UUID } from '../tables/column-types.ts'
import type { IndexedFilm } from '../tables/indexed-film.ts'
import { owns, type PersonMarks } from '../tables/person-marks.ts'
import { columnsOf, type Source } from '../tables/table.ts'
import type { OfflinePerson } from '../tables/tables.ts'
import { narrower } from '../tables/visibility.ts'
import { Unanswerable } from '../unanswerable.ts'
import { matchingFilms } from './matching-films.ts'

export const PROFILE_COUNTS_PARAMETERS = ['of_username', 'words', 'formats', 'spines'] as const

/** The database refuses more words and spines. */
const MAX_WORDS = 20

const TYPES = {
  user_id: UUID,
  catalogue: INT4,
  catalogue_owned: INT4,
  films: INT4,
  owned: INT4,
  unowned: INT4,
  watched: INT4,
  wishlist: INT4,
  visibility: C_TEXT,
  collection_visibility: C_TEXT,
  watched_visibility: C_TEXT,
  wishlist_visibility: C_TEXT,
}

export function profileCounts(
  given: Arguments,
  { films }: CatalogueIndex,
  { profile }: OfflinePerson,
  marks: PersonMarks,
): Source {
  const words = given.texts('words') ?? []
  const formats = given.texts('formats') ?? []
  const spines = given.integers('spines') ?? []
  if (Math.max(words.length, spines.length) > MAX_WORDS || formats.length > FORMATS.length) {
    throw new Unanswerable('more words, spines or formats than the pages send')
  }
  const hasAll = (has: (format: Format) => boolean) =>
    FORMATS.every((format) => has(format) || !formats.includes(format))
  const isReleased = ({ film }: IndexedFilm) => hasAll((format) => film[format])
  const isInHand = ({ film }: IndexedFilm) => hasAll((format) => owns(marks.owned.get(film.id), format))
  const matching = matchingFilms(films, { words, spines })
  const released = matching.filter(isReleased)
  const among = (list: readonly IndexedFilm[], entries: ReadonlyMap<number, unknown>) =>
    list.filter(({ film }) => entries.has(film.id))
  const { id, visibility, collection_visibility, watched_visibility, wishlist_visibility } = profile
  const row = {
    user_id: id,
    catalogue: films.length,
    catalogue_owned: among(films, marks.owned).length,
    films: released.length,
    owned: among(matching, marks.owned).filter(isInHand).length,
    unowned: released.length - among(released, marks.owned).length,
    watched: among(released, marks.watched).length,
    wishlist: among(released, marks.wishlist).length,
    visibility,
    collection_visibility: narrower(visibility, collection_visibility),
    watched_visibility: narrower(visibility, watched_visibility),
    wishlist_visibility: narrower(visibility, wishlist_visibility),
  }
  return sourceOf({ rows: [row], columns: columnsOf(TYPES) })
}
