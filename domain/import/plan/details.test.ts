import { expect, test } from 'vitest'
import type { Copy } from '../row.ts'
import { copiesIn, viewingsIn, wishIn } from './details.ts'
import { detailsIn, newDetails } from './plan-details.ts'

const copyOf = (copy: Copy) => copiesIn([{ copy }], () => ['dvd'])

test('a row without details of a copy adds no copy', () => {
  expect(copyOf({ currency: 'USD', store: '' })).toEqual([])
})

test('one package in two formats is one copy, in the better one', () => {
  expect(copiesIn([{ copy: { price: 39.956 } }], () => ['bluray', 'bluray_4k'])).toEqual([
    { format: 'bluray_4k', price: 39.96 },
  ])
  expect(copiesIn([{ copy: { price: 1 } }], () => [])).toEqual([])
})

test.each([
  ['Near Mint (NM or M-)', 'new'],
  ['Very Good Plus (VG+)', 'very_good'],
  ['Still sealed', 'sealed'],
  ['Good', 'good'],
  ['Fair', 'worn'],
])('the condition %s is %s', (condition, known) => {
  expect(copyOf({ condition })).toEqual([{ format: 'dvd', condition: known }])
})

test('an unknown condition is kept in the note', () => {
  expect(copyOf({ condition: 'B-Ware', note: 'x' })).toEqual([
    { format: 'dvd', note: 'x\nCondition: B-Ware' },
  ])
})

test('texts and prices are changed to values that the database accepts', () => {
  const [copy] = copyOf({
    store: ' A\u0000\nshop\u2028 ',
    place: `${'🎬'.repeat(600)}`,
    note: `\u0001one\r\ntwo\u0000 `,
    price: -1,
    currency: 'usd',
  })
  expect(copy).toEqual({ format: 'dvd', store: 'A shop', place: '🎬'.repeat(500), note: 'one\ntwo' })
  expect(copyOf({ price: 1e12, store: 'x' })).toEqual([{ format: 'dvd', store: 'x' }])
  expect(copyOf({ price: 5, currency: 'Euro' })).toEqual([{ format: 'dvd', price: 5 }])
})

test('the same day is one viewing if two lists have it, and two if one list has it twice', () => {
  const diary = [
    { watchedOn: '2014-12-29', rating: 9 },
    { watchedOn: '2014-12-29' },
    { watchedOn: '2007-01-02' },
  ]
  const reviews = [{ watchedOn: '2014-12-29', rating: 9, viewing: { note: 'x' } }]
  expect(viewingsIn([diary, reviews])).toEqual([
    { watched_on: '2014-12-29', rating: 9, note: 'x' },
    { watched_on: '2014-12-29' },
    { watched_on: '2007-01-02' },
  ])
})

test('a rating without a date belongs to the last viewing, or is a separate viewing if there is none', () => {
  const ratings = [{ rating: 8 }]
  expect(viewingsIn([ratings])).toEqual([{ rating: 8 }])
  expect(viewingsIn([ratings, [{ watchedOn: '2007' }, { watchedOn: '2014-12' }]])).toEqual([
    { watched_on: '2007' },
    { watched_on: '2014-12', rating: 8 },
  ])
  expect(viewingsIn([ratings, [{ watchedOn: '2007', rating: 6 }]])).toEqual([
    { watched_on: '2007', rating: 6 },
  ])
  expect(viewingsIn([[{}]])).toEqual([])
})

test('a row with several dates is several viewings, the last of which it rates', () => {
  expect(viewingsIn([[{ watchedOn: '2024-04-01', alsoWatchedOn: ['2019-02-03'], rating: 9 }]])).toEqual([
    { watched_on: '2019-02-03' },
    { watched_on: '2024-04-01', rating: 9 },
  ])
})

test('a wish is for all formats that its rows name', () => {
  expect(wishIn([{ formats: ['dvd'] }, { wish: { formats: ['bluray_4k'], priority: 1 } }])).toEqual({
    wants_dvd: true,
    wants_bluray_4k: true,
    priority: 1,
  })
  expect(wishIn([{}])).toBeUndefined()
})

test('the meaning of a list decides whether its details are copies or viewings', () => {
  const claims = [{ list: 0, formats: undefined, details: [{ copy: { price: 5 }, watchedOn: '2007' }] }]
  const detailsOf = (meaning: 'owned' | 'watched' | 'wishlist' | 'left') =>
    detailsIn(claims, [meaning], () => ['dvd'])
  expect(detailsOf('owned')).toEqual({ copies: [{ format: 'dvd', price: 5 }] })
  expect(detailsOf('watched')).toEqual({ viewings: [{ watched_on: '2007' }] })
  expect(detailsOf('wishlist')).toEqual({})
  expect(detailsOf('left')).toEqual({})
})

test('as many equal copies as the person has are left out', () => {
  const dvd = { format: 'dvd', store: 'x' } as const
  const details = {
    copies: () => [{ ...dvd, id: 'a', note: null }],
    viewings: () => [{ rating: 8, watched_on: '2007' }],
  }
  expect(newDetails(1, { copies: [dvd, dvd], viewings: [{ rating: 8 }] }, { details })).toEqual({
    copies: [dvd],
  })
  expect(newDetails(1, { copies: [dvd, dvd] }, {})).toEqual({ copies: [dvd, dvd] })
})
