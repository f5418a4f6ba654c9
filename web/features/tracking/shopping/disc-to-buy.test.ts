import { expect, test } from 'vitest'
import { FLAGS } from '../../../../domain/film/formats.ts'
import { NO_WISH } from '../details/details.ts'
import { discToBuy } from './disc-to-buy.ts'
import type { ListedWish } from './wishes-query.ts'

const LISTED = { price: 31.96, currency: 'USD', as_of: '2023-05', source: 'criterion.com' }

const wish = (change: Partial<ListedWish> = {}): ListedWish => ({
  ...(Object.fromEntries(FLAGS.map((flag) => [flag, false])) as Record<(typeof FLAGS)[number], boolean>),
  ...NO_WISH,
  film_id: 7,
  spine: 2,
  title: 'Seven Samurai',
  director: null,
  year: 1954,
  dvd: true,
  bluray: true,
  prices: { bluray: LISTED },
  ...change,
})

test('a wish without a price has the list price of its disc, with its origin', () => {
  expect(discToBuy(wish(), 'USD')).toMatchObject({ format: 'bluray', price: 3196, listed: LISTED })
})

test('a price that the person wrote counts, in the currency of the budget', () => {
  const own = wish({ price: 20, currency: 'EUR' })
  expect(discToBuy(own, 'EUR')).toMatchObject({ price: 2000, listed: undefined })
  expect(discToBuy(own, 'USD')).toMatchObject({ price: null, asked: { amount: 20, currency: 'EUR' } })
})

test('a disc that is out of print is marked, and a film without a disc that is wished for has none', () => {
  expect(discToBuy(wish({ wants_dvd: true, dvd_oop: true }), 'USD')).toMatchObject({
    format: 'dvd',
    isOutOfPrint: true,
    price: null,
  })
  expect(discToBuy(wish({ wants_laserdisc: true }), 'USD')).toBeUndefined()
})
