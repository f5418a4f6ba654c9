import type { Tables } from '../../database.types.ts'
import type { FilmColumn } from '../../film/columns.ts'

/** A film as it is stored for reading without a network. */
export type OfflineFilm = Pick<Tables<'films'>, 'id' | FilmColumn | 'aliases' | 'revision'>

/** The catalogue as it is stored for reading without a network: the same for all people. */
export interface OfflineCatalogue {
  films: readonly OfflineFilm[]
  sets: readonly Pick<Tables<'sets'>, 'id' | 'title' | 'film_id' | 'criterion_id' | 'films'>[]
  setFilms: readonly Tables<'set_films'>[]
  prices: readonly Tables<'film_prices'>[]
}

/** Everything that one person tracks, as it is stored for reading without a network, by the names of the tables. */
export interface OfflinePerson {
  profile: Pick<
    Tables<'profiles'>,
    'id' | 'username' | 'visibility' | 'collection_visibility' | 'watched_visibility' | 'wishlist_visibility'
  >
  user_ownership: readonly Row<'user_ownership'>[]
  user_sets: readonly Row<'user_sets'>[]
  user_wishlist: readonly Row<'user_wishlist'>[]
  user_watched: readonly Row<'user_watched'>[]
  user_copies: readonly Row<'user_copies'>[]
  user_viewings: readonly Row<'user_viewings'>[]
  user_wish_details: readonly Row<'user_wish_details'>[]
}

/** A row without its person, who is the same in all of them. */
type Row<Table extends keyof TrackingTables> = Omit<Tables<Table>, 'user_id'>

type TrackingTables = Omit<OfflinePerson, 'profile'>

/** What can be read without a network. `person` is who is signed in. */
export interface OfflineData {
  catalogue: OfflineCatalogue
  person?: OfflinePerson | undefined
}

/** A request of the API, as the client library sends it. */
export interface OfflineRequest {
  method: string
  /** The path below `/rest/v1/` with the query: `films?select=id&limit=1`. */
  path: string
  /** The headers, by names in lower case. */
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

/** The response that the server would give. */
export interface OfflineResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}
