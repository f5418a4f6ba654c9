import { expect, test } from 'vitest'
import { detailsOf, type FilmEntry, readEntry } from './entry.ts'

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
  }
  expect(readEntry(row)).toEqual({
    kind: 'update',
    id: 'u',
    at: ENTRY.at,
    who: 'anna',
    name: 'CSV',
    films: 3,
    reverted: true,
    revertible: true,
  })
  const change = { ...row, id: '1', operation: 'changed', film_id: 7, spine: 2, title: ENTRY.title }
  expect(readEntry(change)).toEqual({ ...ENTRY, update: { id: 'u', name: 'CSV' } })
})
