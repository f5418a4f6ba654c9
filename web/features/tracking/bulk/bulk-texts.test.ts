import { expect, test } from 'vitest'
import { bulkText } from './bulk-texts.ts'

test('the message counts the titles that changed, and says which could not', () => {
  expect(bulkText('bluray', true, 1298, 3)).toEqual({
    title: 'BD added to your collection: 1,298 titles',
    description: '3 titles were not released on BD.',
  })
  expect(bulkText('dvd', true, 1, 1)).toEqual({
    title: 'DVD added to your collection: 1 title',
    description: '1 title was not released on DVD.',
  })
  expect(bulkText('dvd', false, 37, 0, 1)).toEqual({
    title: 'DVD removed from your collection: 37 titles',
    description: '1 copy with its details was removed, too.',
  })
  expect(bulkText('dvd', false, 1298, 0, 1200).description).toBe(
    '1,200 copies with their details were removed, too.',
  )
  expect(bulkText('watched', false, 2, 0)).toEqual({ title: 'Removed from your watched list: 2 titles' })
})
