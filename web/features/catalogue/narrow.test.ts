import { expect, test } from 'vitest'
import { criteriaOf, narrowed } from './narrow.ts'
import { DEFAULT_VIEW } from './view.ts'

/** A query that writes down what it is asked for. */
function recorder() {
  const asked: string[] = []
  const query = {
    asked,
    eq: (column: string, value: boolean) => note(`${column}=${value}`),
    like: (column: string, pattern: string) => note(`${column} like ${pattern}`),
    order: (column: string) => note(`order ${column}`),
  }
  function note(text: string) {
    asked.push(text)
    return query
  }
  return query
}

test('formats that are searched for and the one of the filter hold together, each once', () => {
  expect(criteriaOf({ q: 'Ozu 4k dvd', format: '4k' })).toEqual({
    words: ['ozu'],
    formats: ['dvd', 'bluray_4k'],
  })
  expect(criteriaOf(DEFAULT_VIEW)).toEqual({ words: [], formats: [] })
})

test('a view becomes filters, and an order that leaves no tie', () => {
  const view = { q: 'seven ld', sort: 'year', format: 'dvd' } as const
  expect(narrowed(recorder(), view).asked).toEqual([
    'laserdisc=true',
    'dvd=true',
    'search like *seven*',
    'order year',
    'order spine',
  ])
  expect(narrowed(recorder(), DEFAULT_VIEW).asked).toEqual(['order spine'])
})
