import { randomUUID } from 'node:crypto'
import { accountId, PERSON } from '../growth/sample-data.ts'
import { call, type DearRequest, read } from './request.ts'

const MEMBER = accountId(PERSON)
const OTHER = accountId(PERSON - 1)
const MERGE = { prefer: 'resolution=merge-duplicates' }

const many = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index))

/** Requests with the parameters that cost most. @param ids of the films. */
export function worstRequests(ids: number[]): DearRequest[] {
  const columns = many(99, (n) => `c${n}:search`).join()
  const words = many(100_000, (n) => `w${n}`)
  const likes = many(15, (n) => `search.ilike.*${'abcdefghijklmno'[n]}*x*y*`).join()
  const orders = ['title', 'director', 'country', 'year', 'sort_title', 'sort_director', 'search', 'spine']
  const first = ids[0]
  return [
    read(
      'visitor',
      'films, a long column 99 times',
      (n) => `/rest/v1/films?select=${columns}&limit=${1000 - (n % 900)}`,
    ),
    read(
      'member',
      'profile_films, a long column 99 times',
      (n) => `/rest/v1/rpc/profile_films?of_user=${MEMBER}&select=${columns}&limit=${1000 - (n % 900)}`,
    ),
    read(
      'visitor',
      'films, 15 patterns with wildcards',
      (n) => `/rest/v1/films?select=id&or=(${likes})&limit=${1000 - (n % 900)}`,
    ),
    read(
      'visitor',
      'profile_films, 15 patterns with wildcards',
      (n) => `/rest/v1/rpc/profile_films?of_user=${MEMBER}&select=id&or=(${likes})&limit=${1000 - (n % 900)}`,
    ),
    read(
      'visitor',
      'compared_films, 15 patterns with wildcards',
      (n) =>
        `/rest/v1/rpc/compared_films?of_user=${MEMBER}&with_user=${OTHER}&select=id&or=(${likes})&limit=${1000 - (n % 900)}`,
    ),
    read(
      'visitor',
      'films, by many columns',
      (n) =>
        `/rest/v1/films?select=*&order=${orders.map((column) => `${column}.desc`).join()}&limit=${1000 - (n % 900)}`,
    ),
    {
      ...read('visitor', 'films as CSV', (n) => `/rest/v1/films?select=*&limit=${1000 - (n % 900)}`),
      headers: { accept: 'text/csv' },
    },
    {
      ...read(
        'visitor',
        'compared_films by rank, counted',
        (n) =>
          `/rest/v1/rpc/compared_films?of_user=${MEMBER}&with_user=${OTHER}&phrase=a&select=*&order=match_rank&limit=${1000 - (n % 900)}`,
      ),
      headers: { prefer: 'count=exact' },
    },
    {
      ...read(
        'visitor',
        'profile_films by rank, counted',
        (n) =>
          `/rest/v1/rpc/profile_films?of_user=${MEMBER}&phrase=a&select=*&order=match_rank&limit=${1000 - (n % 900)}`,
      ),
      headers: { prefer: 'count=exact' },
    },
    {
      ...read(
        'visitor',
        'ranked_films by rank, counted',
        (n) => `/rest/v1/rpc/ranked_films?phrase=a&select=*&order=match_rank&limit=${1000 - (n % 900)}`,
      ),
      headers: { prefer: 'count=exact' },
    },
    call('visitor', 'ranked_films, a phrase of 900 KB', 'ranked_films', (n) => ({
      phrase: `${'a b '.repeat(225_000)}${n}`,
    })),
    call('visitor', 'ranked_films, 100,000 sets', 'ranked_films', { in_sets: many(100_000, (n) => n) }),
    call('visitor', 'profile_films, 100,000 sets', 'profile_films', {
      of_user: MEMBER,
      in_sets: many(100_000, (n) => n),
    }),
    call('visitor', 'profile_counts, 100,000 words', 'profile_counts', { of_username: 'person-7', words }),
    call('visitor', 'profile_counts, 20 words', 'profile_counts', {
      of_username: 'person-7',
      words: many(20, () => 'a'),
    }),
    call('visitor', 'film_counts, 50,000 directors', 'film_counts', {
      filters: { director: words.slice(0, 50_000) },
    }),
    call('visitor', 'film_counts, 50,000 words', 'film_counts', {
      filters: { words: words.slice(0, 50_000) },
    }),
    call('visitor', 'film_counts, 50,000 sets', 'film_counts', { filters: { set: many(50_000, (n) => n) } }),
    call('visitor', 'profile_film_counts, 50,000 words', 'profile_film_counts', {
      of_user: MEMBER,
      filters: { words: words.slice(0, 50_000) },
    }),
    call('visitor', 'compared_film_counts, 50,000 words', 'compared_film_counts', {
      of_user: MEMBER,
      with_user: OTHER,
      filters: { words: words.slice(0, 50_000) },
    }),
    call('visitor', 'set_members, not known', 'set_members', { of_spine: 999_999_999 }),
    call('member', 'apply_marks, 2,000 marks', 'apply_marks', (n) => ({
      of_user: MEMBER,
      sent_at: Date.now(),
      marks: many(2000, (index) => ({
        mark: index % 2 ? 'watched' : 'wishlist',
        film_id: ids[(index >> 1) % ids.length],
        on: n % 2 === 0,
        made_at: Date.now(),
      })),
    })),
    call('member', 'commit_import, every film', 'commit_import', () => ({
      import_id: randomUUID(),
      name: 'films.csv',
      films: ids.map((film_id) => ({
        film_id,
        marks: ['laserdisc', 'dvd', 'bluray', 'bluray_4k', 'wishlist', 'watched'],
      })),
    })),
    call('admin', 'change_film_formats, 500 films', 'change_film_formats', (n) => ({
      update_id: randomUUID(),
      update_name: 'formats.csv',
      changes: ids.slice(0, 500).map((id) => ({ id, after: { bluray: n % 2 === 0 } })),
    })),
    call('admin', 'count_format_owners, 500 films', 'count_format_owners', {
      changes: ids.slice(0, 500).map((id) => ({ id, after: { dvd: false } })),
    }),
    {
      name: 'user_ownership, 1,000 rows written',
      as: 'member',
      method: 'POST',
      path: () => '/rest/v1/user_ownership?on_conflict=user_id,film_id',
      headers: MERGE,
      body: (n) => ids.slice(0, 1000).map((film_id) => ({ user_id: MEMBER, film_id, owns_dvd: n % 2 === 0 })),
    },
    {
      name: 'user_ownership, all own rows changed and returned',
      as: 'member',
      method: 'PATCH',
      path: () => `/rest/v1/user_ownership?user_id=eq.${MEMBER}&select=${many(90, (n) => `c${n}:film_id`)}`,
      headers: { prefer: 'return=representation' },
      body: (n) => ({ owns_bluray: n % 2 === 0 }),
    },
    {
      name: 'a tick',
      as: 'member',
      method: 'POST',
      path: () => '/rest/v1/user_ownership?on_conflict=user_id,film_id',
      headers: MERGE,
      body: (n) => ({ user_id: MEMBER, film_id: first, owns_dvd: n % 2 === 0 }),
    },
    {
      name: 'films, 500 films changed',
      as: 'admin',
      method: 'PATCH',
      path: () => `/rest/v1/films?id=in.(${ids.slice(0, 500).join()})`,
      body: (n) => ({ amazon_link: `https://www.amazon.com/dp/${n}` }),
    },
  ]
}
