/** The columns of films, and of the functions that return films. */

import { FILM_COLUMNS, type FilmColumn, type Kind } from '../../film/columns.ts'
import { rankedOrder } from '../sql/collation.ts'
import { BOOLEAN, type ColumnType, INT4, OTHER, TEXT, TEXTS, textIn } from './column-types.ts'
import type { IndexedFilm } from './indexed-film.ts'
import type { Column, Columns } from './table.ts'
import type { OfflineFilm } from './tables.ts'

/** The columns in the collation `und-x-icu`. */
const ORDERED: readonly FilmColumn[] = ['title', 'director', 'country', 'sort_title', 'sort_director']

const TYPE_OF_KIND: Readonly<Record<Kind, ColumnType>> = {
  spine: INT4,
  year: INT4,
  minutes: INT4,
  id: INT4,
  line: TEXT,
  link: TEXT,
  flag: BOOLEAN,
}

/** Returns the columns of `films`. Texts are ordered by their ranks among these films. */
export function filmColumns(films: readonly IndexedFilm[]): Columns<IndexedFilm> {
  const written = Object.entries(FILM_COLUMNS).map(([name, { kind }]) => {
    const column = name as FilmColumn
    return [column, ownColumn(column, typeOf(column, kind, films))]
  })
  return {
    ...(Object.fromEntries(written) as Columns<IndexedFilm>),
    id: ownColumn('id', INT4),
    aliases: ownColumn('aliases', OTHER),
    revision: ownColumn('revision', INT4),
    search: { type: TEXT, read: ({ search }) => search },
  }
}

function typeOf(column: FilmColumn, kind: Kind, films: readonly IndexedFilm[]): ColumnType {
  if (!ORDERED.includes(column)) return TYPE_OF_KIND[kind]
  return textIn(rankedOrder(() => films.map(({ film }) => film[column] as string | null)))
}

function ownColumn(name: keyof OfflineFilm, type: ColumnType): Column<IndexedFilm> {
  return { type, read: ({ film }) => film[name] }
}

/** The columns that `ranked_films` and `profile_films` add to those of `films`. */
export function rankedColumns(rank: (film: IndexedFilm) => number): Columns<IndexedFilm> {
  return {
    match_rank: { type: INT4, read: rank },
    // A film without a country has no list of countries, either.
    countries: { type: TEXTS, read: (film) => (film.film.country === null ? null : film.countries) },
    directors: { type: TEXTS, read: ({ directors }) => directors },
  }
}
