import { expect, test } from 'vitest'
import { DEFAULT_LIST, readList } from './lists.ts'

test('the list is read from the address and defaults to the owned films', () => {
  expect(readList('wishlist')).toBe('wishlist')
  for (const wrong of [undefined, '', 'Owned', 'toString', 7]) expect(readList(wrong)).toBe(DEFAULT_LIST)
  expect(DEFAULT_LIST).toBe('owned')
})
