import { expect, test } from 'vitest'
import { DEFAULT_LIST, readList, tabLabel } from './lists.ts'

test('the address names a list; anything else is the owned one', () => {
  expect(readList('wishlist')).toBe('wishlist')
  for (const wrong of [undefined, '', 'Owned', 'toString', 7]) expect(readList(wrong)).toBe(DEFAULT_LIST)
  expect(DEFAULT_LIST).toBe('owned')
})

test('a tab carries its number as soon as that is known', () => {
  const counts = {
    catalogue: 1299,
    catalogue_owned: 5,
    films: 1200,
    owned: 4,
    unowned: 1196,
    watched: 3,
    wishlist: 2,
  }
  expect(tabLabel('all', counts)).toBe('All (1,200)')
  expect(tabLabel('unowned', counts)).toBe('Unowned (1,196)')
  expect(tabLabel('wishlist', undefined)).toBe('Wishlist')
})
