import { expect, test } from 'vitest'
import { DEFAULT_LIST, readList } from './lists.ts'

test('the address names a list; anything else is the owned one', () => {
  expect(readList('wishlist')).toBe('wishlist')
  for (const wrong of [undefined, '', 'Owned', 'toString', 7]) expect(readList(wrong)).toBe(DEFAULT_LIST)
  expect(DEFAULT_LIST).toBe('owned')
})
