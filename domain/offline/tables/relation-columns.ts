/** The columns of the stored tables, with their types in the database. Those of films are in film-columns.ts. */

import type { Tables } from '../../database.types.ts'
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
import type { OfflineCatalogue, OfflinePerson } from './tables.ts'

type Types<Row> = Readonly<Record<keyof Row & string, ColumnType>>

export const SETS: Types<OfflineCatalogue['sets'][number]> = {
  id: INT4,
  title: ROOT_TEXT,
  film_id: INT4,
  criterion_id: INT4,
  films: OTHER,
}

export const SET_FILMS: Types<OfflineCatalogue['setFilms'][number]> = {
  set_id: INT4,
  position: INT4,
  film_id: INT4,
  title: TEXT,
  director: TEXT,
  year: INT4,
}

export const PRICES: Types<OfflineCatalogue['prices'][number]> = {
  film_id: INT4,
  format: C_TEXT,
  price: OTHER,
  currency: C_TEXT,
  as_of: C_TEXT,
  source: TEXT,
}

export const PROFILE: Types<Tables<'profiles'>> = {
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

export type TrackingTable = Exclude<keyof OfflinePerson, 'profile'>

/** The columns of the tables that have rows of many people, without the person. */
export const TRACKING: { readonly [Table in TrackingTable]: Types<OfflinePerson[Table][number]> } = {
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
