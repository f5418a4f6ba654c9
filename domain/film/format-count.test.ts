import { expect, test } from 'vitest'
import { formatCount, showingTitles } from './format-count.ts'

test.each([0, 7, 999, 1000, 1299, 65_536, 1_234_567, -1000])('%i is formatted as in English', (count) => {
  expect(formatCount(count)).toBe(count.toLocaleString('en'))
})

test('one title is written in the singular', () => {
  expect(showingTitles(1, 1)).toBe('Showing 1 of 1 title')
  expect(showingTitles(0, 0)).toBe('Showing 0 of 0 titles')
  expect(showingTitles(50, 1299)).toBe('Showing 50 of 1,299 titles')
})
