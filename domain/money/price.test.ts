import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPrice, parsePrice, typedPrice } from './price.ts'

test.each([
  ['27.50', 27.5, 'EUR'],
  ['27', 27, 'EUR'],
  ['$27.50', 27.5, 'USD'],
  ['27,50 €', 27.5, 'EUR'],
  ['27.50 usd', 27.5, 'USD'],
  ['GBP 12.5', 12.5, 'GBP'],
  ['£ 1,299.99', 1299.99, 'GBP'],
  ['1.299,99 €', 1299.99, 'EUR'],
  ['1,299', 1299, 'EUR'],
  ['¥4 800', 4800, 'JPY'],
  ['0', 0, 'EUR'],
])('%s is read as %d %s', (text, amount, currency) => {
  expect(parsePrice(text, 'EUR')).toEqual({ amount, currency })
})

test.each(['', 'free', '-5', '27.5055', '$27 USD', '27 dollars', '100000000', '1e3', '1,2,3'])(
  '“%s” is not read as a price',
  (text) => {
    expect(parsePrice(text, 'USD')).toBeUndefined()
  },
)

test('a price that is shown and typed again is the same', () => {
  const prices = fc.record({
    amount: fc.integer({ min: 0, max: 9_999_999_999 }).map((cents) => cents / 100),
    currency: fc.constantFrom('USD', 'EUR', 'GBP', 'CHF'),
  })
  fc.assert(
    fc.property(prices, (price) => {
      expect(parsePrice(typedPrice(price), 'JPY')).toEqual(price)
    }),
  )
})

test('a price is shown with the symbol of its currency', () => {
  expect(formatPrice({ amount: 27.5, currency: 'USD' })).toBe('$27.50')
  expect(formatPrice({ amount: 1299, currency: 'GBP' })).toBe('£1,299.00')
})
