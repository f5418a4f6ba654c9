import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FORMATS } from '../film/formats.ts'
import { centsOf, formatToBuy, planShopping, salePrice, type WantedDisc } from './shopping.ts'

const discs: fc.Arbitrary<WantedDisc[]> = fc.array(
  fc.record({
    filmId: fc.integer({ min: 1, max: 1299 }),
    spine: fc.integer({ min: 1, max: 1299 }),
    format: fc.constantFrom(...FORMATS),
    priority: fc.option(fc.integer({ min: 1, max: 3 })),
    price: fc.option(fc.integer({ min: 0, max: 20_000 })),
    isOutOfPrint: fc.boolean(),
  }),
)
const terms = fc.record({
  percentOff: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  budget: fc.integer({ min: 0, max: 100_000 }),
})

test('the discs that fit are within the budget, and no disc is left out that the rest of it covers', () => {
  fc.assert(
    fc.property(discs, terms, (wanted, given) => {
      const plan = planShopping(wanted, given)
      expect(plan.discs.length + plan.outOfPrint.length).toBe(wanted.length)
      let spent = 0
      for (const { salePrice: price, fits } of plan.discs) {
        expect(fits).toBe(price !== null && spent + price <= given.budget)
        if (fits) spent += price ?? 0
      }
      expect(plan.total).toBe(spent)
      expect(spent).toBeLessThanOrEqual(given.budget)
      expect(plan.outOfPrint.some(({ fits }) => fits)).toBe(false)
      const priorities = plan.discs.map(({ priority }) => priority ?? 4)
      expect(priorities).toEqual(priorities.toSorted((one, other) => one - other))
    }),
  )
})

test('a sale price is exact to the cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      (cents, hundredths) => {
        const exact = (BigInt(cents) * BigInt(10_000 - hundredths) + 5000n) / 10_000n
        expect(BigInt(salePrice(cents, hundredths / 100))).toBe(exact)
      },
    ),
  )
  expect(salePrice(centsOf(39.95), 50)).toBe(1998)
  expect(salePrice(centsOf(29.95), 33.3)).toBe(1998)
})

test('without a budget everything with a price fits', () => {
  const disc = {
    filmId: 1,
    spine: 1,
    format: 'dvd',
    priority: null,
    price: 100,
    isOutOfPrint: false,
  } as const
  const { discs: listed, total } = planShopping([disc, { ...disc, price: null }], {
    percentOff: 0,
    budget: undefined,
  })
  expect([listed.map(({ fits }) => fits), total]).toEqual([[true, false], 100])
})

test('a wish is bought in the best format in print that it names', () => {
  const film = {
    laserdisc: true,
    dvd: true,
    bluray: true,
    bluray_4k: false,
    laserdisc_oop: true,
    dvd_oop: false,
    bluray_oop: true,
    bluray_4k_oop: false,
  }
  expect(formatToBuy(film, [])).toBe('dvd')
  expect(formatToBuy(film, ['bluray', 'laserdisc'])).toBe('bluray')
  expect(formatToBuy(film, ['bluray_4k'])).toBeUndefined()
})
