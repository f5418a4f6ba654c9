import { filmColumns } from './film-columns.ts'
import { IndexedFilm } from './indexed-film.ts'
import type { Columns } from './table.ts'
import type { OfflineCatalogue } from './tables.ts'

type OfflineSet = OfflineCatalogue['sets'][number]
type Member = OfflineCatalogue['setFilms'][number]

/** The stored catalogue with its lookups. */
export interface CatalogueIndex {
  catalogue: OfflineCatalogue
  films: readonly IndexedFilm[]
  filmById: ReadonlyMap<number, IndexedFilm>
  filmBySpine: ReadonlyMap<number, IndexedFilm>
  setById: ReadonlyMap<number, OfflineSet>
  /** The set that has a spine of its own, by the id of its film. */
  setOfFilm: ReadonlyMap<number, OfflineSet>
  /** The rows of each set, by its id. */
  membersOf: ReadonlyMap<number, readonly Member[]>
  /** The rows of each film in sets, by its id. */
  membershipsOf: ReadonlyMap<number, readonly Member[]>
  /** The list prices of each film, by its id. */
  pricesOf: ReadonlyMap<number, readonly OfflineCatalogue['prices'][number][]>
  /** The columns of films, with the order of texts in this catalogue. */
  columns: Columns<IndexedFilm>
}

const indexes = new WeakMap<OfflineCatalogue, CatalogueIndex>()

/** Returns the index of a catalogue, which is made once. */
export function indexOf(catalogue: OfflineCatalogue): CatalogueIndex {
  const known = indexes.get(catalogue)
  if (known) return known
  const index = makeIndex(catalogue)
  indexes.set(catalogue, index)
  return index
}

function makeIndex(catalogue: OfflineCatalogue): CatalogueIndex {
  const { sets, setFilms } = catalogue
  const films = catalogue.films.map((film) => new IndexedFilm(film))
  return {
    catalogue,
    films,
    filmById: new Map(films.map((film) => [film.film.id, film])),
    filmBySpine: new Map(films.map((film) => [film.film.spine, film])),
    setById: new Map(sets.map((set) => [set.id, set])),
    setOfFilm: new Map(sets.flatMap((set) => (set.film_id === null ? [] : [[set.film_id, set]]))),
    membersOf: grouped(setFilms, ({ set_id }) => set_id),
    membershipsOf: grouped(setFilms, ({ film_id }) => film_id),
    pricesOf: grouped(catalogue.prices, ({ film_id }) => film_id),
    columns: filmColumns(films),
  }
}

/** `Map.groupBy`, which browsers have since 2024. Rows without a key are left out. */
function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => number | null): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
