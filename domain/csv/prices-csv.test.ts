import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPricesCsv } from './prices-csv.ts'

const HEADER = 'spine,format,price,currency,as_of,source\n'

test('a file of prices is read', () => {
  expect(readPricesCsv(`${HEADER}2,dvd,39.96,USD,2023-05,a shop\n2,bluray,40,USD,2023,a shop\n`)).toEqual({
    prices: [
      { spine: 2, format: 'dvd', price: 39.96, currency: 'USD', as_of: '2023-05', source: 'a shop' },
      { spine: 2, format: 'bluray', price: 40, currency: 'USD', as_of: '2023', source: 'a shop' },
    ],
    problems: [],
  })
})

test.each([
  ['0,dvd,1,USD,2023,x', 'spine "0"'],
  ['2,vhs,1,USD,2023,x', 'no format'],
  ['2,dvd,1.999,USD,2023,x', 'price "1.999"'],
  ['2,dvd,-1,USD,2023,x', 'price "-1"'],
  ['2,dvd,1,Dollar,2023,x', 'currency "Dollar"'],
  ['2,dvd,1,USD,2023-13,x', 'as_of "2023-13"'],
  ['2,dvd,1,USD,2023,', 'source must'],
  ['2,dvd,1,USD,2023,x\n2,dvd,2,USD,2023,x', 'two prices'],
])('a wrong row is refused: %s', (row, words) => {
  expect(readPricesCsv(`${HEADER}${row}\n`).problems).toEqual([
    expect.objectContaining({ message: expect.stringContaining(words) }),
  ])
})

test('each price of the catalogue has an origin and a date', () => {
  const { prices, problems } = readPricesCsv(
    readFileSync(new URL('../../catalogue/prices.csv', import.meta.url), 'utf8'),
  )
  expect(problems).toEqual([])
  expect(prices.length).toBe(1511)
})
