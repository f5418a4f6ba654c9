import type { FilmKey } from '../films/film-pages.ts'

/** The selected films by their ids. */
export type SelectedFilms = ReadonlyMap<number, FilmKey>

export interface Selection {
  films: SelectedFilms
  /** The id of the film from which a range extends; undefined if none was selected yet. */
  anchor: number | undefined
  /** What was selected when the anchor was set, which a range adds to. */
  base: SelectedFilms
}

const NO_FILMS: SelectedFilms = new Map()

export const NO_SELECTION: Selection = { films: NO_FILMS, anchor: undefined, base: NO_FILMS }

/** Selects a film, or takes it out of the selection. */
export function toggled({ films }: Selection, film: FilmKey): Selection {
  const changed = new Map(films)
  if (!changed.delete(film.id)) changed.set(film.id, film)
  return { films: changed, anchor: film.id, base: changed }
}

/** Selects the films of a list from the anchor to one of them, in place of the range before. */
export function extended(selection: Selection, list: readonly FilmKey[], to: number): Selection {
  const { anchor, base } = selection
  const found = list.findIndex(({ id }) => id === anchor)
  const from = found === -1 ? to : found
  const range = list.slice(Math.min(from, to), Math.max(from, to) + 1)
  const films = new Map([...base, ...range.map((film) => [film.id, film] as const)])
  return { films, anchor: list[from]?.id, base }
}

/** Selects films beside those that are selected. */
export function withAll({ films }: Selection, all: readonly FilmKey[]): Selection {
  const selected = new Map([...films, ...all.map((film) => [film.id, film] as const)])
  return { films: selected, anchor: undefined, base: selected }
}
