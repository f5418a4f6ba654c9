import { expect, test } from 'vitest'
import { percentOf, termsOf } from './terms.ts'
import { readTerms } from './typed-terms.ts'

test('terms are read from an address', () => {
  expect(readTerms({ off: '50', budget: '100 EUR' })).toEqual({ off: '50', budget: '100 EUR' })
  expect(readTerms({ off: '', budget: {} })).toEqual({})
  expect(termsOf({ off: '50', budget: '100 EUR' })).toEqual({
    percentOff: 50,
    budget: 10_000,
    currency: 'EUR',
  })
  expect(termsOf({ off: 'half', budget: 'some' })).toEqual({
    percentOff: 0,
    budget: undefined,
    currency: 'USD',
  })
})

test.each([
  ['50', 50],
  ['33,5 %', 33.5],
  ['100', 100],
  ['101', undefined],
  ['-5', undefined],
])('%s is the percentage %s', (text, percent) => {
  expect(percentOf(text)).toBe(percent)
})
