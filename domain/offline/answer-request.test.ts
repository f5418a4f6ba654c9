import { expect, test } from 'vitest'
import { answerRequest } from './answer-request.ts'
import { BEN, CATALOGUE, OLGA, PERSON } from './tables/tables.fixture.ts'
import type { OfflineRequest } from './tables/tables.ts'

const DATA = { catalogue: CATALOGUE, person: PERSON }

function answer(path: string, others: Partial<OfflineRequest> = {}, data: typeof DATA = DATA) {
  return answerRequest({ method: 'GET', path, headers: {}, ...others }, data)
}

function rows(path: string, others: Partial<OfflineRequest> = {}): unknown {
  return JSON.parse(answer(path, others)?.body ?? '"not answered"')
}

const single = { headers: { accept: 'application/vnd.pgrst.object+json' } }

test('rows are ordered as by the database', () => {
  expect(rows('films?select=title&order=title')).toEqual([
    { title: 'Box' },
    { title: 'Élan' },
    { title: 'elbow' },
    { title: 'Zoo' },
  ])
  expect(rows('films?select=spine&order=year,spine.desc')).toEqual([
    { spine: 1 },
    { spine: 4 },
    { spine: 3 },
    { spine: 2 },
  ])
  expect(rows('films?select=spine,year&order=year.desc&limit=1')).toEqual([{ spine: 2, year: null }])
})

test('a page is counted', () => {
  const counted = { headers: { prefer: 'count=exact' } }
  const page = answer('films?year=not.is.null&limit=2', counted)
  expect([page?.status, page?.headers['content-range']]).toEqual([206, '0-1/3'])
  const head = answer('films', { ...counted, method: 'HEAD' })
  expect([head?.status, head?.headers['content-range'], head?.body]).toEqual([200, '0-3/4', ''])
})

test('a request for a single row gets an object, or an error if there is another number of rows', () => {
  expect(rows('films?select=title&spine=eq.2', single)).toEqual({ title: 'Élan' })
  const none = answer('films?spine=eq.99', single)
  expect([none?.status, none?.headers['content-type']]).toEqual([406, 'application/json; charset=utf-8'])
  expect(JSON.parse(none?.body ?? '')).toMatchObject({
    code: 'PGRST116',
    details: 'The result contains 0 rows',
  })
})

test('a request that the server refuses gets the error of the server', () => {
  expect(answer('films?limit=-1')?.status).toBe(416)
  expect(rows('films?and=(spine.eq.1')).toMatchObject({ code: 'PGRST100' })
})

test('a search finds aliases and ranks whole words first', () => {
  const search = 'rpc/ranked_films?phrase=ozu&search=like.*ozu*&select=spine,match_rank'
  expect(rows(search)).toEqual([{ spine: 2, match_rank: 2 }])
})

test('a film is owned through sets, with and without a spine', () => {
  const select = 'select=spine,owned,owns_dvd,owns_bluray,upgrade,watched_id'
  expect(rows(`rpc/profile_films?of_user=${OLGA}&${select}&order=spine`)).toEqual([
    { spine: 1, owned: true, owns_dvd: false, owns_bluray: true, upgrade: true, watched_id: null },
    { spine: 2, owned: true, owns_dvd: true, owns_bluray: true, upgrade: false, watched_id: null },
    { spine: 3, owned: true, owns_dvd: false, owns_bluray: true, upgrade: false, watched_id: null },
    // A film whose row has no format is not owned.
    { spine: 4, owned: false, owns_dvd: false, owns_bluray: false, upgrade: false, watched_id: 5 },
  ])
})

test('arguments come in the address or in the body', () => {
  const given = '{"of_username":"OLGA","words":["e"],"formats":["bluray"]}'
  const counts = { catalogue: 4, catalogue_owned: 3, owned: 3, watched: 1, watched_visibility: 'private' }
  expect(rows('rpc/profile_counts', { method: 'POST', body: given })).toMatchObject([counts])
  expect(rows('rpc/profile_counts?of_username=olga&words={e}&formats={bluray}')).toMatchObject([counts])
})

test.each([
  ['another person’s rows', `user_ownership?user_id=eq.${BEN}`, `user_ownership?user_id=eq.${OLGA}`],
  ['the rows of all people', 'user_copies?film_id=eq.10', `user_copies?film_id=eq.10&user_id=eq.${OLGA}`],
  ['all but the own rows', `user_sets?user_id=neq.${OLGA}`, `user_sets?user_id=eq.${OLGA}&set_id=neq.1`],
  [
    'own and other rows',
    `user_sets?or=(user_id.eq.${OLGA},set_id.gt.0)`,
    `user_sets?user_id=eq.${OLGA}&or=(set_id.gt.0)`,
  ],
  ['another profile', 'profiles?username=eq.ben', 'profiles?username=eq.olga'],
  ['all admins', 'user_roles?role=eq.admin', `user_roles?role=eq.admin&user_id=eq.${OLGA}`],
  ['another person’s films', `rpc/profile_films?of_user=${BEN}`, `rpc/profile_films?of_user=${OLGA}`],
  ['another person’s counts', 'rpc/profile_counts?of_username=ben', 'rpc/profile_counts?of_username=olga'],
  ['a table that is not stored', 'film_changes', 'set_films'],
  ['a column that is not stored', 'sets', 'sets?select=id,title,film_id,criterion_id,films'],
  ['a function that is not known', 'rpc/username_state?username=olga', 'rpc/set_members?of_set=7'],
  ['an alias', 'films?select=name:title', 'films?select=title'],
  ['a cast', 'films?select=spine::text', 'films?select=spine'],
  ['an unknown column', 'films?select=toString', 'films?select=search'],
  ['an order that follows from the site', 'films?order=language', 'films?order=sort_title'],
  ['an unknown argument', 'rpc/ranked_films?phrases=a', 'rpc/ranked_films?phrase=a'],
  ['an argument like a filter', 'rpc/ranked_films?phrase=eq.a', 'rpc/ranked_films?phrase=e.a'],
  [
    'filters in another form',
    'rpc/film_counts?filters={"words":[7]}',
    'rpc/film_counts?filters={"words":["7"]}',
  ],
  ['unknown filters', 'rpc/film_counts?filters={"wards":[]}', 'rpc/film_counts?filters={}'],
])('%s cannot be answered', (_, path, answered) => {
  expect(answer(path)).toBe(undefined)
  expect(answer(answered)?.status).toBe(200)
})

test('writes and lines of CSV cannot be answered', () => {
  const read = { method: 'POST', body: '{}' }
  expect(answer('rpc/own_wishes', read)?.status).toBe(200)
  expect(answer('rpc/mark_news_seen', read)).toBe(undefined)
  expect(answer(`user_sets?user_id=eq.${OLGA}`, { method: 'DELETE' })).toBe(undefined)
  expect(answer('user_sets', read)).toBe(undefined)
  expect(answer('films', { headers: { accept: 'text/csv' } })).toBe(undefined)
})

test('without a person, nothing about a person is answered', () => {
  const visitor = { catalogue: CATALOGUE } as typeof DATA
  expect(answer('films', {}, visitor)?.status).toBe(200)
  for (const path of [
    `user_sets?user_id=eq.${OLGA}`,
    `rpc/profile_films?of_user=${OLGA}`,
    'rpc/own_wishes',
  ]) {
    expect([answer(path)?.status, answer(path, {}, visitor)]).toEqual([200, undefined])
  }
})

test("another person's token gets nothing of the stored person", () => {
  const ask = (claims: object) => {
    const authorization = `Bearer e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.c2ln`
    return answer('rpc/own_wishes', { headers: { authorization } })?.status
  }
  expect(ask({ sub: BEN })).toBe(undefined)
  expect(ask({ sub: OLGA })).toBe(200)
  // The key of the site, which the client library sends when it cannot refresh a token.
  expect(ask({ role: 'anon' })).toBe(200)
  expect(answer('rpc/own_wishes', { headers: { authorization: 'Bearer sb_publishable_key' } })?.status).toBe(
    200,
  )
})
