import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FORMATS } from '../film/formats.ts'
import { countFilters, type Filters, formatFilters, MINE, NO_FILTERS, parseFilters } from './filters.ts'

const year = fc.option(fc.integer({ min: 1870, max: 2100 }), { nil: undefined })
const time = fc.tuple(fc.nat(9999), fc.nat(9999), fc.boolean()).map(([a, b, open]) => ({
  from: Math.min(a, b),
  ...(!open && { to: Math.max(a, b) }),
}))
const name = fc.string({ minLength: 1, maxLength: 200 })

const filters: fc.Arbitrary<Filters> = fc
  .record({
    available: fc.subarray([...FORMATS]),
    inPrint: fc.boolean(),
    from: year,
    to: year,
    countries: fc.uniqueArray(name, { maxLength: 20 }),
    directors: fc.uniqueArray(name, { maxLength: 20 }),
    times: fc.uniqueArray(time, { maxLength: 20, selector: ({ from, to }) => `${from}-${to}` }),
    sets: fc.uniqueArray(fc.integer({ min: 1, max: 999_999_999 }), { maxLength: 20 }),
    mine: fc.subarray([...MINE]),
    owned: fc.subarray([...FORMATS]),
  })
  .filter(({ from, to }) => from === undefined || to === undefined || from <= to)

const inOrder = ({ countries, directors, times, sets, ...rest }: Filters) => ({
  ...rest,
  countries: new Set(countries),
  directors: new Set(directors),
  times: new Set(times.map(({ from, to }) => `${from}-${to}`)),
  sets: new Set(sets),
})

test('no filters are no parameters, and no parameters are no filters', () => {
  expect(Object.values(formatFilters(NO_FILTERS)).filter((value) => value !== undefined)).toEqual([])
  expect(parseFilters({})).toEqual(NO_FILTERS)
  expect(countFilters(NO_FILTERS)).toBe(0)
})

test('the parameters of an address are read', () => {
  const read = parseFilters({
    available: 'bluray,bluray_4k',
    inprint: '1',
    from: '1950',
    to: '1969',
    country: 'Japan',
    director: ['Agnès Varda', 'Akira Kurosawa'],
    time: '0-90,120-',
    set: '7',
    mine: 'owned,unwatched',
    owned: 'dvd',
  })
  expect(read).toEqual({
    available: ['bluray', 'bluray_4k'],
    inPrint: true,
    from: 1950,
    to: 1969,
    countries: ['Japan'],
    directors: ['Agnès Varda', 'Akira Kurosawa'],
    times: [{ from: 0, to: 90 }, { from: 120 }],
    sets: [7],
    mine: ['owned', 'unwatched'],
    owned: ['dvd'],
  })
  expect(countFilters(read)).toBe(13)
})

test.each([
  { available: 'vhs,,toString' },
  { available: ['dvd'] },
  { inprint: 'true' },
  { from: '50' },
  { from: '1970', to: '1950' },
  { country: '' },
  { director: [7, null, 'x'.repeat(201)] },
  { time: '90' },
  { time: '-90' },
  { time: '90-0' },
  { set: '0' },
  { set: '1.5' },
  { mine: 'wishlist' },
  { owned: 'bd' },
])('%j is not understood and left out', (params) => {
  expect(parseFilters(params)).toEqual(NO_FILTERS)
})

test('valid parameters are read beside invalid ones', () => {
  expect(parseFilters({ available: 'vhs,dvd', from: 'x', to: '1959' })).toEqual({
    ...NO_FILTERS,
    available: ['dvd'],
    to: 1959,
  })
})

test('filters that are written and read again are the same', () => {
  fc.assert(
    fc.property(filters, (given) => {
      expect(inOrder(parseFilters(formatFilters(given)))).toEqual(inOrder(given))
    }),
  )
})

test('the same filters in another order have the same address', () => {
  const reversed = (given: Filters): Filters => ({
    ...given,
    available: given.available.toReversed(),
    countries: given.countries.toReversed(),
    directors: given.directors.toReversed(),
    times: given.times.toReversed(),
    sets: given.sets.toReversed(),
    mine: given.mine.toReversed(),
    owned: given.owned.toReversed(),
  })
  fc.assert(
    fc.property(filters, (given) => {
      expect(formatFilters(reversed(given))).toEqual(formatFilters(given))
    }),
  )
})

test('any text is read, and writing and reading the result changes nothing', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('dvd,dvd', '1-2,1-2', '3,3', 'owned', '1950'))
  const params = fc.record({
    available: text,
    inprint: text,
    from: text,
    to: text,
    country: fc.oneof(text, fc.array(text, { maxLength: 30 })),
    director: fc.oneof(text, fc.array(text, { maxLength: 30 })),
    time: text,
    set: text,
    mine: text,
    owned: text,
  })
  fc.assert(
    fc.property(params, (given) => {
      const written = formatFilters(parseFilters(given))
      expect(formatFilters(parseFilters(written))).toEqual(written)
    }),
  )
})
