import { expect, test } from 'vitest'
import { tabLabel } from './list-texts.ts'

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
