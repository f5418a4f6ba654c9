import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readAliasesCsv } from '../../../domain/csv/aliases-csv.ts'
import { readFilmsCsv } from '../../../domain/csv/films-csv.ts'

const read = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../../catalogue', name), 'utf8')

const ALIASES = new Map(
  readAliasesCsv(read('aliases.csv')).films.map(({ spine, aliases }) => [spine, aliases]),
)

/** The films of the catalogue file: the expected contents of the pages, read without the database. */
export const FILMS = readFilmsCsv(read('films.csv')).films.map((film) => ({
  ...film,
  title: film.title ?? '',
  director: film.director ?? '',
  country: film.country ?? null,
  year: film.year ?? null,
  sort_title: film.sort_title ?? '',
  sort_director: film.sort_director ?? '',
  /** The aliases that are searched, as one text. */
  aliases: [ALIASES.get(film.spine)]
    .flatMap((of) => [of?.imdb ?? [], of?.title ?? []])
    .flat()
    .join(' '),
}))

export type CatalogueFilm = (typeof FILMS)[number]

export const PAGE_SIZE = 50

/** Returns the status line above the grid for `shown` loaded films of `total` that match. */
export function showing(shown: number, total: number): string {
  return `Showing ${shown.toLocaleString('en')} of ${total.toLocaleString('en')} ${total === 1 ? 'title' : 'titles'}`
}

/** Returns the status line for the first page of the films that match. */
export function showingFirstPage(films: readonly unknown[]): string {
  return showing(Math.min(films.length, PAGE_SIZE), films.length)
}
