import { expect, test } from 'vitest'
import { markKey, parseChange, readMarkKey, tableOf, wantKey, withChanges } from './marks.ts'

test('a change sets or removes one mark of one film', () => {
  const none = new Set<string>()
  const one = withChanges(none, [{ mark: 'dvd', filmId: 7, on: true }])
  expect([...one]).toEqual([markKey({ mark: 'dvd', filmId: 7 })])
  expect(one.has(markKey({ mark: 'bluray', filmId: 7 }))).toBe(false)
  expect(one.has(markKey({ mark: 'dvd', filmId: 77 }))).toBe(false)
  expect([...withChanges(one, [{ mark: 'dvd', filmId: 7, on: false }])]).toEqual([])
  expect(none.size, 'the former set is unchanged').toBe(0)
})

test('a change without effect returns the same set, so that nothing renders again', () => {
  const marks = withChanges(new Set(), [{ mark: 'watched', filmId: 1, on: true }])
  expect(withChanges(marks, [{ mark: 'watched', filmId: 1, on: true }])).toBe(marks)
  expect(withChanges(marks, [{ mark: 'watched', filmId: 2, on: false }])).toBe(marks)
})

test('a wish names its formats, and keeps them until other contents say which', () => {
  const wish = { mark: 'wishlist', filmId: 7, on: true } as const
  const wished = withChanges(new Set(), [
    { ...wish, row: { wants_dvd: true, wants_bluray: false, note: 'x' } },
  ])
  expect([...wished]).toEqual([markKey(wish), wantKey(7, 'dvd')])
  const removed = withChanges(wished, [{ ...wish, on: false }])
  expect([...withChanges(removed, [wish])].sort()).toEqual([...wished].sort())
  const other = withChanges(wished, [{ ...wish, row: { wants_dvd: false, wants_bluray: true } }])
  expect([...other]).toEqual([markKey(wish), wantKey(7, 'bluray')])
})

test('every mark has a table', () => {
  expect(tableOf('wishlist')).toBe('user_wishlist')
  expect(tableOf('watched')).toBe('user_watched')
  expect(tableOf('bluray_4k')).toBe('user_ownership')
  expect(tableOf('bluray_4k', 3)).toBe('user_sets')
  expect(tableOf('copy')).toBe('user_copies')
  expect(tableOf('viewing')).toBe('user_viewings')
})

test('only a complete change is accepted from another tab', () => {
  const change = { mark: 'bluray_4k', filmId: 3, on: false }
  expect(parseChange({ ...change, userId: 'x' })).toEqual(change)
  for (const wrong of [
    null,
    'dvd 3',
    {},
    { ...change, mark: 'vhs' },
    { ...change, mark: 'toString' },
    { ...change, filmId: '3' },
    { ...change, on: 1 },
  ]) {
    expect(parseChange(wrong)).toBeUndefined()
  }
})

test('a format of a set is another mark than that of a film, and a set is neither wished for nor watched', () => {
  const ofSet = { mark: 'dvd', setId: 7, on: true } as const
  const marks = withChanges(new Set(), [ofSet])
  expect(marks.has(markKey(ofSet))).toBe(true)
  expect(marks.has(markKey({ mark: 'dvd', filmId: 7 }))).toBe(false)
  expect(readMarkKey(markKey(ofSet))).toEqual({ mark: 'dvd', setId: 7, id: undefined })
  expect(parseChange(ofSet)).toEqual(ofSet)
  expect(parseChange({ ...ofSet, mark: 'watched' })).toBeUndefined()
  expect(parseChange({ ...ofSet, setId: '7' })).toBeUndefined()
})

test('a copy or a viewing is accepted with its id, and with its contents unless it is removed', () => {
  const id = '0b5a1f2e-1c2d-4e3f-8a9b-0c1d2e3f4a5b'
  const copy = {
    mark: 'copy',
    filmId: 3,
    id,
    on: true,
    row: { format: 'dvd', price: 20, slipcover: null },
  } as const
  expect(parseChange(copy)).toEqual(copy)
  expect(readMarkKey(markKey(copy))).toEqual({ mark: 'copy', filmId: 3, id })
  expect(parseChange({ ...copy, on: false })).toEqual({ mark: 'copy', filmId: 3, id, on: false })
  for (const wrong of [
    { ...copy, id: undefined },
    { ...copy, id: '../1' },
    { ...copy, row: undefined },
    { ...copy, row: { format: {} } },
  ]) {
    expect(parseChange(wrong)).toBeUndefined()
  }
})
