import { expect, test } from 'vitest'
import { formatCount } from './format-count.ts'

test.each([0, 7, 999, 1000, 1299, 65_536, 1_234_567, -1000])('%i is written as in English', (count) => {
  expect(formatCount(count)).toBe(count.toLocaleString('en'))
})
