import { expect, test } from 'vitest'
import { labelOf } from './columns.ts'

test('the columns of formats have the names of the formats', () => {
  expect(labelOf('bluray_4k')).toBe('4K Ultra HD')
  expect(labelOf('bluray_4k_oop')).toBe('4K Ultra HD out of print')
})
