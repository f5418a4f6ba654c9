import { describe, expect, test } from 'vitest'
import type { FilmPlace } from '../grid/film-place.ts'
import { criteriaOf, narrowed, orderOf } from './narrow.ts'
import { DEFAULT_VIEW, type Sort } from './view.ts'

/** A query that writes down what it is asked for. */
function recorder() {
  const asked: string[] = []
  const query = {
    asked,
    eq: (column: string, value: boolean) => note(`${column}=${value}`),
    in: (column: string, values: readonly number[]) => note(`${column} in ${values}`),
    like: (column: string, pattern: string) => note(`${column} like ${pattern}`),
    gt: (column: string, value: number) => note(`${column}>${value}`),
    is: (column: string, value: null) => note(`${column} is ${value}`),
    or: (conditions: string) => note(conditions),
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
    spines: [],
  })
  expect(criteriaOf(DEFAULT_VIEW)).toEqual({ words: [], formats: [], spines: [] })
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

test('formats are asked for where a list has them', () => {
  const view = { ...DEFAULT_VIEW, q: 'ld', format: 'dvd' } as const
  expect(narrowed(recorder(), view, null, (format) => `owns_${format}`).asked).toEqual([
    'owns_laserdisc=true',
    'owns_dvd=true',
    'order spine',
  ])
})

test('films are asked for by their spines', () => {
  expect(narrowed(recorder(), { ...DEFAULT_VIEW, q: '#2 #5' }).asked).toEqual(['spine in 2,5', 'order spine'])
})

test('a search without a sort begins with the best match, where there is a word to match', () => {
  expect(orderOf({ ...DEFAULT_VIEW, q: 'the red' })).toBe('match_rank')
  expect(orderOf({ ...DEFAULT_VIEW, q: 'the red', sort: 'spine' })).toBe('spine')
  for (const q of ['', ' ', '4k', '#2']) expect(orderOf({ ...DEFAULT_VIEW, q })).toBe('spine')
})

describe('the films behind a place', () => {
  const askedBehind = (sort: Sort, place: FilmPlace) =>
    narrowed(recorder(), { ...DEFAULT_VIEW, sort }, place).asked[0]

  test('have more of what the order goes by, or as much and a later spine', () => {
    expect(askedBehind('year', { value: 1950, spine: 7 })).toBe(
      'year.gt."1950",and(year.eq."1950",spine.gt.7)',
    )
    expect(askedBehind('spine', { value: 7, spine: 7 })).toBe('spine>7')
  })

  test('are sought by a value as it is, whatever signs it has', () => {
    const value = 'Dr. "No", or: (\\)'
    const written = '"Dr. \\"No\\", or: (\\\\)"'
    expect(askedBehind('title', { value, spine: 7 })).toBe(
      `title.gt.${written},and(title.eq.${written},spine.gt.7)`,
    )
  })

  test('without a value are behind those that have one', () => {
    const query = recorder()
    narrowed(query, { ...DEFAULT_VIEW, sort: 'country' }, { value: null, spine: 7 })
    expect(query.asked).toEqual(['country is null', 'spine>7', 'order country', 'order spine'])
  })
})
