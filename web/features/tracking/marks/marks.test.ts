import { expect, test } from 'vitest'
import { markKey, parseChange, tableOf, withChange } from './marks.ts'

test('a change sets or removes one mark of one film', () => {
  const none = new Set<string>()
  const one = withChange(none, { mark: 'dvd', filmId: 7, on: true })
  expect([...one]).toEqual([markKey({ mark: 'dvd', filmId: 7 })])
  expect(one.has(markKey({ mark: 'bluray', filmId: 7 }))).toBe(false)
  expect(one.has(markKey({ mark: 'dvd', filmId: 77 }))).toBe(false)
  expect([...withChange(one, { mark: 'dvd', filmId: 7, on: false })]).toEqual([])
  expect(none.size, 'the former set is unchanged').toBe(0)
})

test('a change without effect returns the same set, so that nothing renders again', () => {
  const marks = withChange(new Set(), { mark: 'watched', filmId: 1, on: true })
  expect(withChange(marks, { mark: 'watched', filmId: 1, on: true })).toBe(marks)
  expect(withChange(marks, { mark: 'watched', filmId: 2, on: false })).toBe(marks)
})

test('every mark has a table', () => {
  expect(tableOf('wishlist')).toBe('user_wishlist')
  expect(tableOf('watched')).toBe('user_watched')
  expect(tableOf('bluray_4k')).toBe('user_ownership')
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
