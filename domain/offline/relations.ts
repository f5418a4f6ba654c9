/** The tables that requests read. */

import type { Condition } from '../rest/request.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import {
  BOOLEAN,
  C_TEXT,
  type ColumnType,
  INT2,
  INT4,
  INT8,
  OTHER,
  ROOT_TEXT,
  TEXT,
  UUID,
} from './column-types.ts'
import { sourceOf } from './select-rows.ts'
import { type Columns, columnsOf, type Source } from './table.ts'
import type { OfflineCatalogue, OfflinePerson } from './tables.ts'
import { Unanswerable } from './unanswerable.ts'

type Types<Row> = Readonly<Record<keyof Row & string, ColumnType>>

const SETS: Types<OfflineCatalogue['sets'][number]> = {
  id: INT4,
  title: ROOT_TEXT,
  film_id: INT4,
  criterion_id: INT4,
  films: OTHER,
}

const SET_FILMS: Types<OfflineCatalogue['setFilms'][number]> = {
  set_id: INT4,
  position: INT4,
  film_id: INT4,
  title: TEXT,
  director: TEXT,
  year: INT4,
}

const PRICES: Types<OfflineCatalogue['prices'][number]> = {
  film_id: INT4,
  format: C_TEXT,
  price: OTHER,
  currency: C_TEXT,
  as_of: C_TEXT,
  source: TEXT,
}

const PROFILE: Types<OfflinePerson['profile']> = {
  id: UUID,
  username: C_TEXT,
  visibility: C_TEXT,
  collection_visibility: C_TEXT,
  watched_visibility: C_TEXT,
  wishlist_visibility: C_TEXT,
}

const OWNS = { owns_laserdisc: BOOLEAN, owns_dvd: BOOLEAN, owns_bluray: BOOLEAN, owns_bluray_4k: BOOLEAN }
const WANTS = {
  wants_laserdisc: BOOLEAN,
  wants_dvd: BOOLEAN,
  wants_bluray: BOOLEAN,
  wants_bluray_4k: BOOLEAN,
}

type TrackingTable = Exclude<keyof OfflinePerson, 'profile'>

/** The columns of the tables that have rows of many people, without the person. */
const TRACKING: { readonly [Table in TrackingTable]: Types<OfflinePerson[Table][number]> } = {
  user_ownership: { film_id: INT4, ...OWNS },
  user_sets: { set_id: INT4, ...OWNS },
  user_wishlist: { id: INT8, film_id: INT4, ...WANTS, priority: INT2 },
  user_watched: { id: INT8, film_id: INT4 },
  user_copies: {
    id: UUID,
    film_id: INT4,
    set_id: INT4,
    format: C_TEXT,
    acquired_on: C_TEXT,
    price: OTHER,
    currency: C_TEXT,
    store: TEXT,
    condition: C_TEXT,
    slipcover: BOOLEAN,
    place: TEXT,
    lent_to: TEXT,
    lent_on: C_TEXT,
    note: TEXT,
  },
  user_viewings: { id: UUID, film_id: INT4, watched_on: C_TEXT, rating: INT2, note: TEXT },
  user_wish_details: { film_id: INT4, note: TEXT, price: OTHER, currency: C_TEXT },
}

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
