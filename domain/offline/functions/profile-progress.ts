/** What the progress page counts: the twin of `profile_progress` (…_progress.sql), for the owner. */

import { FORMATS, type Format } from '../../film/formats.ts'
import { compareTexts } from '../sql/collation.ts'
import { sourceOf } from '../sql/select-rows.ts'
import type { CatalogueIndex } from '../tables/catalogue-index.ts'
import { C_TEXT, INT4, OTHER, UUID } from '../tables/column-types.ts'
import { owns, type PersonMarks } from '../tables/person-marks.ts'
import { columnsOf, type Source } from '../tables/table.ts'
import type { OfflinePerson } from '../tables/tables.ts'
import { narrower } from '../tables/visibility.ts'

const TYPES = {
  user_id: UUID,
  visibility: C_TEXT,
  spines: OTHER,
  titles: OTHER,
  directors: OTHER,
  countries: OTHER,
  years: OTHER,
  released: OTHER,
  owned: OTHER,
  watched: OTHER,
  wished: INT4,
  sets: OTHER,
  acquired: OTHER,
}

export function profileProgress(index: CatalogueIndex, person: OfflinePerson, marks: PersonMarks): Source {
  const films = index.films.map(({ film }) => film).sort((one, other) => one.spine - other.spine)
  const { id, visibility, collection_visibility } = person.profile
  const row = {
    user_id: id,
    visibility: narrower(visibility, collection_visibility),
    spines: films.map(({ spine }) => spine),
    titles: films.map(({ title }) => title),
    directors: films.map(({ director }) => director),
    countries: films.map(({ country }) => country),
    years: films.map(({ year }) => year),
    released: films.map((film) => sumOf((format) => film[format])),
    owned: films.map((film) => sumOf((format) => owns(marks.owned.get(film.id), format))),
    watched: films.filter((film) => marks.watched.has(film.id)).map(({ spine }) => spine),
    wished: films.filter((film) => marks.wishlist.has(film.id)).length,
    sets: setsOf(index),
    acquired: acquiredOf(person, index),
  }
  return sourceOf({ rows: [row], columns: columnsOf(TYPES) })
}

/** Formats as a number: 1 for laserdisc, 2 for dvd, 4 for bluray and 8 for bluray_4k. */
function sumOf(has: (format: Format) => boolean): number {
  return FORMATS.reduce((sum, format, index) => sum + (has(format) ? 2 ** index : 0), 0)
}

function setsOf({ catalogue, membersOf, filmById }: CatalogueIndex) {
  return catalogue.sets
    .toSorted((one, other) => compareTexts(one.title, other.title) || one.id - other.id)
    .map(({ id, title }) => {
      const members = (membersOf.get(id) ?? []).toSorted((one, other) => one.position - other.position)
      const spines = members.flatMap(({ film_id }) => filmById.get(film_id ?? 0)?.film.spine ?? [])
      return { id, title, spines }
    })
}

interface Acquired {
  spines: number[]
  sets: number[]
}

/** The copies acquired in each month or year; those without a date under an empty name. */
function acquiredOf({ user_copies }: OfflinePerson, { filmById }: CatalogueIndex): Record<string, Acquired> {
  const acquired: Record<string, Acquired> = {}
  for (const { acquired_on, film_id, set_id } of user_copies) {
    const month = acquired_on?.slice(0, 7) ?? ''
    const group = acquired[month] ?? { spines: [], sets: [] }
    acquired[month] = group
    const film = filmById.get(film_id ?? 0)
    if (film) group.spines.push(film.film.spine)
    if (set_id !== null) group.sets.push(set_id)
  }
  for (const { spines, sets } of Object.values(acquired)) {
    spines.sort((one, other) => one - other)
    sets.sort((one, other) => one - other)
  }
  return acquired
}
