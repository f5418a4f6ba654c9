import type { Flag, Format } from './formats.ts'

/** A film in a box set. */
export interface SetFilm {
  title: string
  director: string | null
  year: number | null
  /** Its row of the catalogue; undefined for a film without a spine. */
  listed?: { id: number; spine: number } & Record<Flag, boolean>
}

/** A box set with its films, in their order. */
export interface FilmSet {
  id: number
  title: string
  /** Its own spine, if it has one. */
  spine: number | null
  films: SetFilm[]
}

/** A set that a person owns, and through it a film, in these formats. */
export interface OwnedSet {
  id: number
  title: string
  formats: readonly Format[]
}
