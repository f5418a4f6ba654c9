/** The functions that return the films of box sets: the twins of `set_members` and `profile_films_in_sets`. */

import { FLAGS, type Flag, FORMATS, type Format } from '../../film/formats.ts'
import type { Arguments } from '../arguments.ts'
import { sourceOf } from '../sql/select-rows.ts'
import type { CatalogueIndex } from '../tables/catalogue-index.ts'
import { BOOLEAN, INT4, ROOT_TEXT } from '../tables/column-types.ts'
import type { FilmInSet, PersonMarks } from '../tables/person-marks.ts'
import { columnsOf, type Source } from '../tables/table.ts'

export const SET_PARAMETERS = ['of_set', 'of_spine'] as const

const MEMBER_TYPES = {
  set_id: INT4,
  set_title: ROOT_TEXT,
  set_spine: INT4,
  position: INT4,
  film_id: INT4,
  spine: INT4,
  title: ROOT_TEXT,
  director: ROOT_TEXT,
  year: INT4,
  ...typesOf(FLAGS),
}

const FILM_IN_SET_TYPES = {
  film_id: INT4,
  set_id: INT4,
  set_title: ROOT_TEXT,
  set_spine: INT4,
  ...typesOf(FORMATS.map((format) => `owns_${format}` as const)),
}

function typesOf<Name extends Flag | `owns_${Format}`>(names: readonly Name[]): Record<Name, typeof BOOLEAN> {
  return Object.fromEntries(names.map((name) => [name, BOOLEAN])) as Record<Name, typeof BOOLEAN>
}

/** The films of a set, or of all sets that hold the film with a spine or are that film. */
export function setMembers(given: Arguments, index: CatalogueIndex): Source {
  const rows = setIds(given, index).flatMap((id) => membersOf(id, index))
  return sourceOf({ rows, columns: columnsOf(MEMBER_TYPES) })
}

function setIds(given: Arguments, { filmBySpine, membershipsOf, setOfFilm }: CatalogueIndex): number[] {
  const ids = new Set<number | undefined>([given.integer('of_set')])
  const film = filmBySpine.get(given.integer('of_spine') ?? 0)?.film
  if (film) {
    for (const { set_id } of membershipsOf.get(film.id) ?? []) ids.add(set_id)
    ids.add(setOfFilm.get(film.id)?.id)
  }
  return [...ids].filter((id) => id !== undefined)
}

function membersOf(setId: number, { setById, filmById, membersOf }: CatalogueIndex) {
  const set = setById.get(setId)
  if (!set) return []
  return (membersOf.get(setId) ?? []).map(({ position, film_id, title, director, year }) => {
    const film = filmById.get(film_id ?? 0)?.film
    const flags = FLAGS.map((flag) => [flag, film?.[flag] ?? null])
    return {
      set_id: setId,
      set_title: set.title,
      set_spine: filmById.get(set.film_id ?? 0)?.film.spine ?? null,
      position,
      film_id: film?.id ?? null,
      spine: film?.spine ?? null,
      title: film?.title ?? title,
      director: film?.director ?? director,
      year: film?.year ?? year,
      ...(Object.fromEntries(flags) as Record<Flag, boolean | null>),
    }
  })
}

/** The films that a person owns through sets, with each set. */
export function filmsInSets({ setById, filmById }: CatalogueIndex, marks: PersonMarks): Source {
  const rows = marks.filmsInSets.flatMap((own: FilmInSet) => {
    const set = setById.get(own.set_id)
    if (!set) return []
    const spine = filmById.get(set.film_id ?? 0)?.film.spine ?? null
    return { ...own, set_title: set.title, set_spine: spine }
  })
  return sourceOf({ rows, columns: columnsOf(FILM_IN_SET_TYPES) })
}
