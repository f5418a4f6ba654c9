import { expect, test } from 'vitest'
import { bulkChanges, bulkState } from './bulk-changes.ts'

const NONE = { laserdisc: false, dvd: false, bluray: false, bluray_4k: false }
const FILMS = [
  { ...NONE, id: 1, bluray: true },
  { ...NONE, id: 2, bluray: true },
  { ...NONE, id: 3, dvd: true },
  { ...NONE, id: 4, dvd: true },
]
// A Blu-ray of the fourth film is owned, although it is no longer listed.
const MARKED = new Set(['1 bluray', '4 bluray', '3 wishlist'])
const isMarked = (filmId: number, mark: string) => MARKED.has(`${filmId} ${mark}`)

test('a format is ticked only where the film was released in it, and only where it is not', () => {
  expect(bulkChanges(FILMS, 'bluray', true, isMarked)).toEqual([{ mark: 'bluray', filmId: 2, on: true }])
  expect(bulkState(FILMS, 'bluray', isMarked)).toEqual({ possible: 3, marked: 2 })
})

test('a format is taken away wherever it is ticked', () => {
  expect(bulkChanges(FILMS, 'bluray', false, isMarked).map(({ filmId }) => filmId)).toEqual([1, 4])
})

test('every film can be wished for', () => {
  expect(bulkChanges(FILMS, 'wishlist', true, isMarked).map(({ filmId }) => filmId)).toEqual([1, 2, 4])
  expect(bulkState(FILMS, 'wishlist', isMarked)).toEqual({ possible: 4, marked: 1 })
})
