import { COLUMN_NAMES } from '../../film/columns.ts'
import type { OfflineCatalogue, OfflineFilm, OfflinePerson } from './tables.ts'

export const OLGA = '00000000-0000-4000-8000-00000000000a'
export const BEN = '00000000-0000-4000-8000-00000000000b'

/** A film on Blu-ray with these values; its other columns are null, and its id is ten times its spine. */
function storedFilm(spine: number, title: string, values: Partial<OfflineFilm> = {}): OfflineFilm {
  const nulls = Object.fromEntries(COLUMN_NAMES.map((name) => [name, null]))
  const flags = { laserdisc: false, dvd: false, bluray: true, bluray_4k: false }
  const outOfPrint = { laserdisc_oop: false, dvd_oop: false, bluray_oop: false, bluray_4k_oop: false }
  const names = { title, sort_title: title, director: 'Jean Renoir', sort_director: 'Renoir, Jean' }
  const film = { id: spine * 10, spine, aliases: null, revision: 1, ...names, ...flags, ...outOfPrint }
  return { ...(nulls as unknown as OfflineFilm), ...film, ...values }
}

/** Four films; the third is a box set that holds the first two. A set without a spine holds the second and another film. */
export const CATALOGUE: OfflineCatalogue = {
  films: [
    storedFilm(1, 'Zoo', { year: 1950, bluray_4k: true }),
    storedFilm(2, 'Élan', { aliases: { title: ['Ōzu'] } }),
    storedFilm(3, 'Box', { year: 1960 }),
    storedFilm(4, 'elbow', { year: 1960 }),
  ],
  sets: [
    { id: 7, title: 'Box', film_id: 30, criterion_id: null, films: [{ film_id: 10 }, { film_id: 20 }] },
    { id: 8, title: 'Loose', film_id: null, criterion_id: null, films: [{ film_id: 20 }, { title: 'X' }] },
  ],
  setFilms: [
    { set_id: 7, position: 1, film_id: 10, title: null, director: null, year: null },
    { set_id: 7, position: 2, film_id: 20, title: null, director: null, year: null },
    { set_id: 8, position: 1, film_id: 20, title: null, director: null, year: null },
    { set_id: 8, position: 2, film_id: null, title: 'X', director: null, year: null },
  ],
  prices: [],
}

const NO_FORMATS = { owns_laserdisc: false, owns_dvd: false, owns_bluray: false, owns_bluray_4k: false }

/** A person who owns both sets and watched the last film. */
export const PERSON: OfflinePerson = {
  profile: {
    id: OLGA,
    username: 'olga',
    visibility: 'public',
    collection_visibility: null,
    watched_visibility: 'private',
    wishlist_visibility: null,
  },
  user_ownership: [
    { ...NO_FORMATS, film_id: 30, owns_bluray: true },
    { ...NO_FORMATS, film_id: 40 },
  ],
  user_sets: [{ ...NO_FORMATS, set_id: 8, owns_dvd: true }],
  user_wishlist: [],
  user_watched: [{ id: 5, film_id: 40 }],
  user_copies: [],
  user_viewings: [],
  user_wish_details: [],
}
