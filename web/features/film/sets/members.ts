import type { Tables } from '../../../../domain/database.types.ts'
import { FLAGS, type Flag } from '../../../../domain/film/formats.ts'
import type { FilmSet, SetFilm } from '../../../../domain/film/sets.ts'

/** A row of `set_members`: a film in a set. */
export type MemberRow = Pick<Tables<'films'>, 'spine' | 'title' | Flag> & {
  set_id: number
  set_title: string
  set_spine: number | null
  film_id: number | null
  director: string | null
  year: number | null
}

/** The sets of rows that are ordered by set and position. */
export function setsOf(rows: readonly MemberRow[]): FilmSet[] {
  const sets = new Map<number, FilmSet>()
  for (const row of rows) {
    const { set_id, set_title, set_spine } = row
    const set = sets.get(set_id) ?? { id: set_id, title: set_title, spine: set_spine, films: [] }
    sets.set(set_id, set)
    set.films.push(filmOf(row))
  }
  return [...sets.values()]
}

function filmOf({ film_id, spine, title, director, year, ...row }: MemberRow): SetFilm {
  const film = { title, director, year }
  if (film_id === null) return film
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, row[flag]])) as Record<Flag, boolean>
  return { ...film, listed: { id: film_id, spine, ...flags } }
}
