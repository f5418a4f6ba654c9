import { expect, test } from 'vitest'
import { randomUuid } from './random-uuid.ts'

test('random UUIDs are unique and have version 4', () => {
  const made = new Set(Array.from({ length: 1000 }, randomUuid))
  expect(made.size).toBe(1000)
  for (const uuid of made)
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
