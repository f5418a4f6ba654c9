/** Whether films pass filters: the twin of the facets in …_film_counts.sql. */

import { FORMATS, type Format } from '../../film/formats.ts'
import type { CatalogueIndex } from '../catalogue-index.ts'
import type { IndexedFilm } from '../indexed-film.ts'
import type { OfflineFilm } from '../tables.ts'
import type { CountFilters } from './count-filters.ts'
import { matchingFilms } from './matching-films.ts'

/** The filters whose options are counted. */
const FILTERS = ['formats', 'years', 'countries', 'directors', 'times', 'sets'] as const

export type Filter = (typeof FILTERS)[number]

/** A film that matches the words and spines of the filters. */
export interface Facets {
  indexed: IndexedFilm
  /** Released in all formats of the search. */
  isReleased: boolean
  /** Released in a format and, if only films in print are wanted, in print. */
  isAvailable: (format: Format) => boolean
  /** In print in one of the wanted formats. */
  isInPrint: boolean
  /** The only filter that the film does not pass; null if it passes all, and `several` if it fails more. */
  failed: Filter | null | 'several'
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
  return matchingFilms(films, filters).map((film) => judge(film, wanted))
}

function judge(indexed: IndexedFilm, wanted: Wanted): Facets {
  const { film } = indexed
  const { searched, wantedFormats, inPrint } = wanted
  const isAvailable = (format: Format) => film[format] && !(inPrint && film[`${format}_oop`])
  return {
    indexed,
    isReleased: searched.every((format) => film[format]),
    isAvailable,
    isInPrint: wantedFormats.some((format) => film[format] && !film[`${format}_oop`]),
    failed: failedFilter({
      formats: (!inPrint && wanted.available.length === 0) || wantedFormats.some(isAvailable),
      years: isInYears(film, wanted),
      countries: isAmong(indexed.countries, wanted.countries),
      directors: isAmong(indexed.directors, wanted.directors),
      times: isInTimes(film, wanted),
      sets: wanted.sets.length === 0 || wanted.filmsInSets.has(film.id),
    }),
  }
}

function failedFilter(passes: Readonly<Record<Filter, boolean>>): Facets['failed'] {
  let failed: Filter | null = null
  for (const filter of FILTERS) {
    if (passes[filter]) continue
    if (failed !== null) return 'several'
    failed = filter
  }
  return failed
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
