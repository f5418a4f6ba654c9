/** The tables that requests read. */

import type { Condition } from '../../rest/request.ts'
import { sourceOf } from '../sql/select-rows.ts'
import { Unanswerable } from '../unanswerable.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { TEXT, UUID } from './column-types.ts'
import { PRICES, PROFILE, SET_FILMS, SETS, TRACKING, type TrackingTable } from './relation-columns.ts'
import { type Columns, columnsOf, type Source } from './table.ts'
import type { OfflinePerson } from './tables.ts'

/**
 * Returns the source of a table; undefined for one that is not stored. Of a table with rows of many people only the rows
 * of one can be read.
 */
export function relationSource(
  name: string,
  { columns, films, catalogue }: CatalogueIndex,
  person: OfflinePerson | undefined,
): Source | undefined {
  if (name === 'films') return sourceOf({ rows: films, columns })
  // The stored sets have no revision.
  if (name === 'sets') return sourceOf({ rows: catalogue.sets, columns: columnsOf(SETS), isPartial: true })
  if (name === 'set_films') return sourceOf({ rows: catalogue.setFilms, columns: columnsOf(SET_FILMS) })
  if (name === 'film_prices') return sourceOf({ rows: catalogue.prices, columns: columnsOf(PRICES) })
  return person && personSource(name, person)
}

function personSource(name: string, person: OfflinePerson): Source | undefined {
  const { profile } = person
  if (name === 'profiles') {
    const own = sourceOf({ rows: [profile], columns: columnsOf(PROFILE) })
    return ofOnePerson(own, { id: profile.id, username: profile.username })
  }
  if (name === 'user_roles') {
    // What admins do needs a network, so that without one nobody is shown as an admin.
    const none = sourceOf({
      rows: [],
      columns: columnsOf<{ user_id: string; role: string }>({ user_id: UUID, role: TEXT }),
    })
    return ofOnePerson(none, { user_id: profile.id })
  }
  if (!Object.hasOwn(TRACKING, name)) return undefined
  const table = name as TrackingTable
  const columns = {
    ...(columnsOf<never>(TRACKING[table]) as Columns<unknown>),
    user_id: { type: UUID, read: () => profile.id },
  }
  return ofOnePerson(sourceOf<unknown>({ rows: person[table], columns }), { user_id: profile.id })
}

/** Restricts a source to requests with a filter for one of these values, which only rows of the person have. */
function ofOnePerson(source: Source, values: Readonly<Record<string, string>>): Source {
  const isOwn = (condition: Condition) =>
    condition.kind === 'comparison' &&
    condition.operator === 'eq' &&
    !condition.negated &&
    !condition.path &&
    !condition.quantifier &&
    Object.hasOwn(values, condition.column) &&
    values[condition.column] === condition.value
  return (query) => {
    if (query.filters.some(isOwn)) return source(query)
    throw new Unanswerable('rows of other people')
  }
}
