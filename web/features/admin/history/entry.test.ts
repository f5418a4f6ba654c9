import { expect, test } from 'vitest'
import { detailsOf, type FilmEntry, readEntry, type SetEntry, setDetailsOf } from './entry.ts'

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
  revertible: false,
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
    film_titles: null,
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
  expect(readEntry(change)).toEqual({ ...ENTRY, update: { id: 'u', name: 'CSV' }, revertible: true })
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

test('the details of a changed set name the films that came, went and changed', () => {
  const { filmId, ...common } = ENTRY
  const filmTitles = { 1: 'One', 2: 'Two', 3: 'Three' }
  const entry = { ...common, kind: 'set', operation: 'changed', setId: 9, filmTitles } as const
  const detailsOfFilms = (before: object[], after: object[]) =>
    setDetailsOf({ ...entry, before: { films: before }, after: { films: after } } as SetEntry)
  const [one, two, three] = [{ film_id: 1 }, { film_id: 2 }, { film_id: 3 }]
  expect(
    setDetailsOf({ ...entry, before: { title: 'A', films: [] }, after: { title: 'B', films: [one] } }),
  ).toEqual(['Title: A → B', 'Added: One'])
  expect(detailsOfFilms([one, two, { title: 'Short' }], [three, one])).toEqual([
    'Added: Three',
    'Taken out: Two, Short',
  ])
  // The film has left the catalogue.
  expect(detailsOfFilms([one, two], [{ title: 'One', year: 1951 }, two])).toEqual(['Changed: One'])
  expect(detailsOfFilms([one, two], [two, one])).toEqual(['Films in another order'])
  expect(setDetailsOf({ ...entry, operation: 'deleted', before: { films: [one] } })).toEqual(['1 film'])
})
