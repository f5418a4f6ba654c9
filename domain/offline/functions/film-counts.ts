/** How many films each option of the filters leaves: the twin of `film_counts` (…_film_counts.sql). */

import { FORMATS } from '../../film/formats.ts'
import { sourceOf } from '../sql/select-rows.ts'
import type { CatalogueIndex } from '../tables/catalogue-index.ts'
import { INT4, OTHER } from '../tables/column-types.ts'
import { columnsOf, type Source } from '../tables/table.ts'
import type { CountFilters } from './count-filters.ts'
import { type Facets, FILTER_BITS, facetsOf, isAvailable } from './film-facets.ts'

export interface CountRow {
  films: number
  available: number[]
  in_print: number
  decades: number[]
  films_by_decade: number[]
  countries: string[]
  films_by_country: number[]
  directors: string[]
  films_by_director: number[]
  half_hours: number[]
  films_by_half_hour: number[]
  sets: number[]
  films_by_set: number[]
}

export const COUNT_TYPES: Readonly<Record<keyof CountRow, typeof INT4>> = {
  films: INT4,
  available: OTHER,
  in_print: INT4,
  decades: OTHER,
  films_by_decade: OTHER,
  countries: OTHER,
  films_by_country: OTHER,
  directors: OTHER,
  films_by_director: OTHER,
  half_hours: OTHER,
  films_by_half_hour: OTHER,
  sets: OTHER,
  films_by_set: OTHER,
}

export function filmCounts(filters: CountFilters, index: CatalogueIndex): Source {
  const films = facetsOf(filters, index).filter(({ isReleased }) => isReleased)
  return sourceOf({ rows: [countRow(films, filters, index)], columns: columnsOf<CountRow>(COUNT_TYPES) })
}

/** Counts films. An option of a filter counts the films that pass all other filters. */
export function countRow(
  films: readonly Facets[],
  { inPrint }: CountFilters,
  { membershipsOf }: CatalogueIndex,
): CountRow {
  const passing = (filter: keyof typeof FILTER_BITS) =>
    films.filter(({ failed }) => failed === 0 || failed === FILTER_BITS[filter])
  const inFormats = passing('formats')
  const decades = tally(passing('years'), ({ indexed: { film } }) => floorTo(10, film.year))
  const countries = tally(passing('countries'), ({ indexed }) => indexed.countries)
  const directors = tally(passing('directors'), ({ indexed }) => indexed.directors)
  const halfHours = tally(passing('times'), ({ indexed: { film } }) => floorTo(30, film.running_time))
  const sets = tally(passing('sets'), ({ indexed: { film } }) =>
    (membershipsOf.get(film.id) ?? []).map(({ set_id }) => set_id),
  )
  return {
    films: films.filter(({ failed }) => failed === 0).length,
    available: FORMATS.map(
      (format) => inFormats.filter(({ indexed }) => isAvailable(indexed.film, format, inPrint)).length,
    ),
    in_print: inFormats.filter(({ isInPrint }) => isInPrint).length,
    decades: [...decades.keys()],
    films_by_decade: [...decades.values()],
    countries: [...countries.keys()],
    films_by_country: [...countries.values()],
    directors: [...directors.keys()],
    films_by_director: [...directors.values()],
    half_hours: [...halfHours.keys()],
    films_by_half_hour: [...halfHours.values()],
    sets: [...sets.keys()],
    films_by_set: [...sets.values()],
  }
}

function floorTo(step: number, value: number | null): number[] {
  return value === null ? [] : [value - (value % step)]
}

function tally<Key>(films: readonly Facets[], keysOf: (film: Facets) => readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const film of films) {
    for (const key of keysOf(film)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
