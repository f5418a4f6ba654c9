import { FORMATS } from '../../../../domain/film/formats.ts'
import type { Filters, Mine } from '../../../../domain/filters/filters.ts'
import { quoteFilterValue } from '../../../data/keyset-page.ts'

export interface Filterable {
  eq(column: string, value: boolean): this
  gte(column: 'year' | 'running_time', value: number): this
  lte(column: 'year' | 'running_time', value: number): this
  filter(column: 'countries' | 'directors', operator: 'ov', values: string): this
  or(conditions: string): this
}

/** The columns of `profile_films` that each of a person's filters asks for. */
const MARKS: Record<Mine, Partial<Record<'owned' | 'watched' | 'wishlisted' | 'upgrade', boolean>>> = {
  owned: { owned: true },
  unowned: { owned: false },
  unwatched: { watched: false },
  wished: { wishlisted: true },
  // The planner then begins with the films owned.
  upgrade: { owned: true, upgrade: true },
}

/**
 * Applies filters to a query of films, except those for sets, which are an argument of the function that is queried.
 * @param withMarks whether the films have the marks of a person; otherwise the filters for marks are left out.
 */
export function applyFilters<Query extends Filterable>(
  films: Query,
  filters: Filters,
  withMarks: boolean,
): Query {
  const { from, to, countries, directors } = filters
  let query = applyTimes(applyFormats(films, filters), filters)
  if (from !== undefined) query = query.gte('year', from)
  if (to !== undefined) query = query.lte('year', to)
  if (countries.length > 0) query = query.filter('countries', 'ov', arrayOf(countries))
  if (directors.length > 0) query = query.filter('directors', 'ov', arrayOf(directors))
  return withMarks ? applyMarks(query, filters) : query
}

/** Whether filters need columns or arguments that the table of films does not have. */
export function needFunction({ countries, directors, sets }: Filters): boolean {
  return countries.length + directors.length + sets.length > 0
}

function applyFormats<Query extends Filterable>(films: Query, { available, inPrint }: Filters): Query {
  const [format, ...others] = available.length > 0 || !inPrint ? available : FORMATS
  if (!format) return films
  if (others.length > 0) {
    const conditions = [format, ...others].map((each) =>
      inPrint ? `and(${each}.eq.true,${each}_oop.eq.false)` : `${each}.eq.true`,
    )
    return films.or(conditions.join(','))
  }
  const released = films.eq(format, true)
  return inPrint ? released.eq(`${format}_oop`, false) : released
}

function applyTimes<Query extends Filterable>(films: Query, { times }: Filters): Query {
  const [time, ...others] = times
  if (!time) return films
  if (others.length > 0) {
    const conditions = times.map(({ from, to }) =>
      to === undefined ? `running_time.gte.${from}` : `and(running_time.gte.${from},running_time.lte.${to})`,
    )
    return films.or(conditions.join(','))
  }
  const long = films.gte('running_time', time.from)
  return time.to === undefined ? long : long.lte('running_time', time.to)
}

function applyMarks<Query extends Filterable>(films: Query, { mine, owned }: Filters): Query {
  let query = films
  for (const each of mine) {
    // `eq`, because `is` would hide from the planner that the person must have a row for the film.
    for (const [column, value] of Object.entries(MARKS[each])) query = query.eq(column, value)
  }
  if (owned.length > 0) {
    query = query.eq('owned', true).or(owned.map((format) => `owns_${format}.eq.true`).join(','))
  }
  return query
}

function arrayOf(values: readonly string[]): string {
  return `{${values.map(quoteFilterValue).join(',')}}`
}
