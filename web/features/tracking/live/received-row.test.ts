import { expect, test } from 'vitest'
import { type ReceivedRow, readReceivedRow } from './received-row.ts'

const ME = '6f1b1e0e-0000-4000-8000-000000000001'

const change = (eventType: ReceivedRow['eventType'], table: string, row: object): ReceivedRow => ({
  eventType,
  table,
  new: eventType === 'DELETE' ? {} : { user_id: ME, ...row },
  old: eventType === 'INSERT' ? {} : { user_id: ME, ...row },
})

const owned = { owns_laserdisc: false, owns_dvd: true, owns_bluray: false, owns_bluray_4k: true }

test('a row of owned formats is a change of each format', () => {
  const marks = ['laserdisc', 'dvd', 'bluray', 'bluray_4k']
  expect(readReceivedRow(ME, change('UPDATE', 'user_ownership', { film_id: 7, ...owned }))).toEqual({
    marks: 'user_ownership',
    changes: marks.map((mark) => ({ mark, filmId: 7, on: mark === 'dvd' || mark === 'bluray_4k' })),
  })
  expect(readReceivedRow(ME, change('DELETE', 'user_sets', { set_id: 3 }))).toEqual({
    marks: 'user_sets',
    changes: marks.map((mark) => ({ mark, setId: 3, on: false })),
  })
})

test('a wish has the formats that it is for', () => {
  const wants = { wants_laserdisc: false, wants_dvd: false, wants_bluray: true, wants_bluray_4k: false }
  expect(readReceivedRow(ME, change('INSERT', 'user_wishlist', { id: 1, film_id: 7, ...wants }))).toEqual({
    marks: 'user_wishlist',
    changes: [{ mark: 'wishlist', filmId: 7, on: true, row: wants }],
  })
  expect(readReceivedRow(ME, change('DELETE', 'user_watched', { film_id: 7 }))).toEqual({
    marks: 'user_watched',
    changes: [{ mark: 'watched', filmId: 7, on: false }],
  })
})

test('rows of others and of other tables change nothing', () => {
  const row = change('DELETE', 'user_watched', { film_id: 7 })
  expect(readReceivedRow('another person', row)).toBe(undefined)
  expect(readReceivedRow(ME, change('INSERT', 'imports', { film_id: 7 }))).toBe(undefined)
  expect(readReceivedRow(ME, change('DELETE', 'user_copies', { id: 'x' }))).toBe('details')
})
