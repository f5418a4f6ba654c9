import { expect, test } from 'vitest'
import { detailsOf, type FilmEntry, readEntry, setDetailsOf } from './entry.ts'

const ENTRY: FilmEntry = {
  kind: 'film',
  id: '1',
  at: '2026-11-21T10:00:00Z',
  who: 'anna',
  operation: 'changed',
  filmId: 7,
  spine: 2,
  title: 'Seven Samurai',
  before: {},
  after: {},
  update: undefined,
}

test('the details of a change list the changed columns in the order of the columns', () => {
  const before = { dvd_oop: true, dvd: true, title: 'A', wikipedia_link: null }
  const after = { dvd_oop: false, dvd: false, title: 'B', wikipedia_link: 'https://en.wikipedia.org/wiki/B' }
  expect(detailsOf({ ...ENTRY, before, after })).toEqual([
    'Title: “A” → “B”',
    'DVD: yes → no',
    'DVD out of print: yes → no',
    'Wikipedia: none → en.wikipedia.org/wiki/B',
  ])
})

test('the details of an added or deleted film summarise the film', () => {
  const film = { director: 'Akira Kurosawa', year: 1954, dvd: true, bluray: false, bluray_4k: true }
  const words = ['Akira Kurosawa · 1954 · DVD · 4K Ultra HD']
  expect(detailsOf({ ...ENTRY, operation: 'added', after: film })).toEqual(words)
  expect(detailsOf({ ...ENTRY, operation: 'deleted', before: film })).toEqual(words)
})

test('a row becomes an update entry or a film entry', () => {
  const row = {
    id: 'u',
    at: ENTRY.at,
    who: 'anna',
    operation: 'update',
    film_id: null,
    spine: null,
    title: null,
    before: null,
    after: null,
    update_id: 'u',
    in_update: false,
    update_name: 'CSV',
    films: 3,
    reverts: null,
    reverted: true,
    revertible: true,
    search: 'csv anna',
    set_id: null,
    of_sets: false,
  }
  expect(readEntry(row)).toEqual({
    kind: 'update',
    id: 'u',
    at: ENTRY.at,
    who: 'anna',
    name: 'CSV',
    films: 3,
    ofSets: false,
    reverted: true,
    revertible: true,
  })
  const change = { ...row, id: '1', operation: 'changed', film_id: 7, spine: 2, title: ENTRY.title }
  expect(readEntry(change)).toEqual({ ...ENTRY, update: { id: 'u', name: 'CSV' } })
})

test('the details of changed aliases name those of each kind', () => {
  const before = { aliases: { title: ['One'], imdb: ['tt1'] } }
  const after = { aliases: { title: ['One', 'Two'], imdb: ['tt1'] } }
  expect(detailsOf({ ...ENTRY, before, after })).toEqual(['Other titles: One → One, Two'])
  expect(detailsOf({ ...ENTRY, before, after: { aliases: null } })).toEqual([
    'Other titles: One → none',
    'Other IMDb ids: tt1 → none',
  ])
})

test('the details of a changed set count its films', () => {
  const { filmId, ...common } = ENTRY
  const entry = { ...common, kind: 'set', operation: 'changed' } as const
  const films = [{ film_id: 1 }]
  expect(setDetailsOf({ ...entry, before: { title: 'A', films: [] }, after: { title: 'B', films } })).toEqual(
    ['Title: A → B', 'Films: 0 films → 1 film'],
  )
  expect(setDetailsOf({ ...entry, before: { films: [{ film_id: 2 }] }, after: { films } })).toEqual([
    'Films: 1 film → 1 film, in part others',
  ])
  expect(setDetailsOf({ ...entry, operation: 'added', after: { films } })).toEqual(['1 film'])
})
