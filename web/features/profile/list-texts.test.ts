import { expect, test } from 'vitest'
import { formatLabel, tabTexts } from './list-texts.ts'

test('a tab shows its count once that is loaded', () => {
  const counts = {
    catalogue: 1299,
    catalogue_owned: 5,
    films: 1200,
    owned: 4,
    unowned: 1196,
    watched: 3,
    wishlist: 2,
  }
  expect(tabTexts('all', counts)).toEqual({ label: 'All', count: '1,200' })
  expect(tabTexts('unowned', counts)).toEqual({ label: 'Unowned', count: '1,196' })
  expect(tabTexts('wishlist', undefined)).toEqual({ label: 'Wishlist' })
})

test('the filter is labelled by whether it filters owned or released formats', () => {
  expect(formatLabel('owned')).toBe('Format owned')
  for (const list of ['all', 'unowned', 'watched', 'wishlist'] as const)
    expect(formatLabel(list)).toBe('Format released')
})
