import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readFilmsCsv } from '../../../domain/csv/films-csv.ts'
import type { Film } from '../../../domain/film/columns.ts'
import {
  type CatalogueIndex,
  type IndexedFilm,
  indexCatalogue,
} from '../../../domain/import/match/catalogue-index.ts'

const CATALOGUE = path.resolve(import.meta.dirname, '../../../catalogue/films.csv')

/** The catalogue of the repository. A film's id is its spine and 10,000, so that no test mistakes one for the other. */
export const FILMS: readonly IndexedFilm[] = readFilmsCsv(readFileSync(CATALOGUE, 'utf8')).films.map(
  (film) => ({
    ...({ tmdb_id: null } as Partial<Film>),
    ...(film as Film),
    id: film.spine + 10_000,
  }),
)

/** The index of these films without aliases and sets, which other tests add. */
export const INDEX: CatalogueIndex = indexCatalogue({ films: FILMS, aliases: [], sets: [], setFilms: [] })

export function filmOf(spine: number): IndexedFilm {
  const film = INDEX.bySpine.get(spine)
  if (!film) throw new Error(`There is no spine ${spine}.`)
  return film
}
