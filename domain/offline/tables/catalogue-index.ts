import { filmColumns } from './film-columns.ts'
import { IndexedFilm } from './indexed-film.ts'
import type { Columns } from './table.ts'
import type { OfflineCatalogue } from './tables.ts'

type OfflineSet = OfflineCatalogue['sets'][number]
type Member = OfflineCatalogue['setFilms'][number]
type Price = OfflineCatalogue['prices'][number]

/** The stored catalogue with its lookups. Each is made when it is first used. */
export class CatalogueIndex {
  readonly catalogue: OfflineCatalogue
  readonly films: readonly IndexedFilm[]
  /** The columns of films, with the order of texts in this catalogue. */
  readonly columns: Columns<IndexedFilm>
  #filmById: ReadonlyMap<number, IndexedFilm> | undefined
  #filmBySpine: ReadonlyMap<number, IndexedFilm> | undefined
  #setById: ReadonlyMap<number, OfflineSet> | undefined
  #setOfFilm: ReadonlyMap<number, OfflineSet> | undefined
  #membersOf: ReadonlyMap<number, readonly Member[]> | undefined
  #membershipsOf: ReadonlyMap<number, readonly Member[]> | undefined
  #pricesOf: ReadonlyMap<number, readonly Price[]> | undefined

  constructor(catalogue: OfflineCatalogue) {
    this.catalogue = catalogue
    this.films = catalogue.films.map((film) => new IndexedFilm(film))
    this.columns = filmColumns(this.films)
  }

  get filmById() {
    this.#filmById ??= new Map(this.films.map((film) => [film.film.id, film]))
    return this.#filmById
  }

  get filmBySpine() {
    this.#filmBySpine ??= new Map(this.films.map((film) => [film.film.spine, film]))
    return this.#filmBySpine
  }

  get setById() {
    this.#setById ??= new Map(this.catalogue.sets.map((set) => [set.id, set]))
    return this.#setById
  }

  /** The set that has a spine, by the id of its film. */
  get setOfFilm() {
    this.#setOfFilm ??= new Map(
      this.catalogue.sets.flatMap((set) => (set.film_id === null ? [] : [[set.film_id, set]])),
    )
    return this.#setOfFilm
  }

  /** The rows of each set, by its id. */
  get membersOf() {
    this.#membersOf ??= grouped(this.catalogue.setFilms, ({ set_id }) => set_id)
    return this.#membersOf
  }

  /** The rows of each film in sets, by its id. */
  get membershipsOf() {
    this.#membershipsOf ??= grouped(this.catalogue.setFilms, ({ film_id }) => film_id)
    return this.#membershipsOf
  }

  /** The list prices of each film, by its id. */
  get pricesOf() {
    this.#pricesOf ??= grouped(this.catalogue.prices, ({ film_id }) => film_id)
    return this.#pricesOf
  }
}

const indexes = new WeakMap<OfflineCatalogue, CatalogueIndex>()

/** Returns the index of a catalogue, which is made once. */
export function indexOf(catalogue: OfflineCatalogue): CatalogueIndex {
  const index = indexes.get(catalogue) ?? new CatalogueIndex(catalogue)
  indexes.set(catalogue, index)
  return index
}

/** Groups rows by a key, as `Map.groupBy` does. Rows without a key are left out. */
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
