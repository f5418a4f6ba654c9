/** Whether films pass filters: the twin of the facets in …_film_counts.sql. */

import { FORMATS, type Format } from '../../film/formats.ts'
import type { CatalogueIndex } from '../tables/catalogue-index.ts'
import type { IndexedFilm } from '../tables/indexed-film.ts'
import type { OfflineFilm } from '../tables/tables.ts'
import type { CountFilters } from './count-filters.ts'
import { matchingFilms } from './matching-films.ts'

/** A bit for each filter whose options are counted. */
export const FILTER_BITS = { formats: 1, years: 2, countries: 4, directors: 8, times: 16, sets: 32 } as const

/** A film that matches the words and spines of the filters. */
export interface Facets {
  indexed: IndexedFilm
  /** Released in all formats of the search. */
  isReleased: boolean
  /** In print in one of the wanted formats. */
  isInPrint: boolean
  /** The bits of the filters that the film does not pass; 0 if it passes all. */
  failed: number
}

/** The filters with what follows from them, computed once for all films. */
interface Wanted extends CountFilters {
  /** The formats of the search. */
  searched: readonly Format[]
  /** The formats of `available`; all if it names none. */
  wantedFormats: readonly Format[]
  filmsInSets: ReadonlySet<number | null>
}

export function facetsOf(filters: CountFilters, { films, membersOf }: CatalogueIndex): Facets[] {
  const { formats, available, sets } = filters
  const wanted: Wanted = {
    ...filters,
    searched: FORMATS.filter((format) => formats.includes(format)),
    wantedFormats: FORMATS.filter((format) => available.length === 0 || available.includes(format)),
    filmsInSets: new Set(sets.flatMap((set) => membersOf.get(set) ?? []).map(({ film_id }) => film_id)),
  }
  return matchingFilms(films, filters).map((indexed) => ({
    indexed,
    isReleased: wanted.searched.every((format) => indexed.film[format]),
    isInPrint: wanted.wantedFormats.some((format) => isAvailable(indexed.film, format, true)),
    failed: failedFilters(indexed, wanted),
  }))
}

/** Whether a film was released in a format and, if only films in print are wanted, is in print. */
export function isAvailable(film: OfflineFilm, format: Format, inPrint: boolean): boolean {
  return film[format] && !(inPrint && film[`${format}_oop`])
}

function failedFilters({ film, countries, directors }: IndexedFilm, wanted: Wanted): number {
  const { formats, years, countries: country, directors: director, times, sets } = FILTER_BITS
  return (
    (isInFormats(film, wanted) ? 0 : formats) +
    (isInYears(film, wanted) ? 0 : years) +
    (isAmong(countries, wanted.countries) ? 0 : country) +
    (isAmong(directors, wanted.directors) ? 0 : director) +
    (isInTimes(film, wanted) ? 0 : times) +
    (wanted.sets.length === 0 || wanted.filmsInSets.has(film.id) ? 0 : sets)
  )
}

function isInFormats(film: OfflineFilm, { inPrint, available, wantedFormats }: Wanted): boolean {
  if (!inPrint && available.length === 0) return true
  return wantedFormats.some((format) => isAvailable(film, format, inPrint))
}

function isInYears({ year }: OfflineFilm, { from, to }: Wanted): boolean {
  if (from === undefined && to === undefined) return true
  return year !== null && (from === undefined || year >= from) && (to === undefined || year <= to)
}

function isAmong(names: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length === 0 || names.some((name) => wanted.includes(name))
}

function isInTimes({ running_time: time }: OfflineFilm, { times }: Wanted): boolean {
  if (times.length === 0) return true
  return time !== null && times.some(({ from, to }) => time >= from && (to === undefined || time <= to))
}
