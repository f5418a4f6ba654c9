import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readFilmsCsv } from '../../../domain/csv/films-csv.ts'

const FILE = path.resolve(import.meta.dirname, '../../../catalogue/films.csv')

/** The films as the file has them: what the pages are measured by, on no way through the database. */
export const FILMS = readFilmsCsv(readFileSync(FILE, 'utf8')).films.map((film) => ({
  ...film,
  title: film.title ?? '',
  director: film.director ?? '',
  country: film.country ?? null,
  year: film.year ?? null,
}))

export type CatalogueFilm = (typeof FILMS)[number]

export const PAGE_SIZE = 50

/** The line above the grid for so many films on the page of so many that match. */
export function showing(shown: number, total: number): string {
  return `Showing ${shown.toLocaleString('en')} of ${total.toLocaleString('en')} ${total === 1 ? 'title' : 'titles'}`
}

/** The same for the first page of some films. */
export function showingFirstPage(films: readonly unknown[]): string {
  return showing(Math.min(films.length, PAGE_SIZE), films.length)
}
