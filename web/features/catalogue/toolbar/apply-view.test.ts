import { describe, expect, test } from 'vitest'
import type { FilmCursor } from '../films/film-cursor.ts'
import { applyView, criteriaOf, orderOf } from './apply-view.ts'
import { DEFAULT_VIEW, type Sort } from './view.ts'

/** A query that records the calls of its methods. */
function recorder() {
  const calls: string[] = []
  const query = {
    calls,
    eq: (column: string, value: boolean) => note(`${column}=${value}`),
    in: (column: string, values: readonly number[]) => note(`${column} in ${values}`),
    like: (column: string, pattern: string) => note(`${column} like ${pattern}`),
    gt: (column: string, value: number) => note(`${column}>${value}`),
    is: (column: string, value: null) => note(`${column} is ${value}`),
    or: (conditions: string) => note(conditions),
    order: (column: string) => note(`order ${column}`),
  }
  function note(text: string) {
    calls.push(text)
    return query
  }
  return query
}

test('the formats of the search and of the filter are combined without duplicates', () => {
  expect(criteriaOf({ q: 'Ozu 4k dvd', format: '4k' })).toEqual({
    words: ['ozu'],
    formats: ['dvd', 'bluray_4k'],
    spines: [],
  })
  expect(criteriaOf(DEFAULT_VIEW)).toEqual({ words: [], formats: [], spines: [] })
})

test('a view becomes filters and a unique order', () => {
  const view = { q: 'seven ld', sort: 'year', format: 'dvd' } as const
  expect(applyView(recorder(), view).calls).toEqual([
    'laserdisc=true',
    'dvd=true',
    'search like *seven*',
    'order year',
    'order spine',
  ])
  expect(applyView(recorder(), DEFAULT_VIEW).calls).toEqual(['order spine'])
})

test('formats filter the columns of the list', () => {
  const view = { ...DEFAULT_VIEW, q: 'ld', format: 'dvd' } as const
  expect(applyView(recorder(), view, null, (format) => `owns_${format}`).calls).toEqual([
    'owns_laserdisc=true',
    'owns_dvd=true',
    'order spine',
  ])
})

test('spines in a search become a filter', () => {
  expect(applyView(recorder(), { ...DEFAULT_VIEW, q: '#2 #5' }).calls).toEqual([
    'spine in 2,5',
    'order spine',
  ])
})

test('a search with words is ordered by match unless a sort is chosen', () => {
  expect(orderOf({ ...DEFAULT_VIEW, q: 'the red' })).toBe('match_rank')
  expect(orderOf({ ...DEFAULT_VIEW, q: 'the red', sort: 'spine' })).toBe('spine')
  for (const q of ['', ' ', '4k', '#2']) expect(orderOf({ ...DEFAULT_VIEW, q })).toBe('spine')
})

describe('the films after a cursor', () => {
  const firstFilter = (sort: Sort, cursor: FilmCursor) =>
    applyView(recorder(), { ...DEFAULT_VIEW, sort }, cursor).calls[0]

  test('have a greater value, or an equal value and a greater spine', () => {
    expect(firstFilter('year', { value: 1950, spine: 7 })).toBe(
      'year.gt."1950",and(year.eq."1950",spine.gt.7)',
    )
    expect(firstFilter('spine', { value: 7, spine: 7 })).toBe('spine>7')
  })

  test('are filtered by a quoted value, whatever characters it contains', () => {
    const value = 'Dr. "No", or: (\\)'
    const quoted = '"Dr. \\"No\\", or: (\\\\)"'
    expect(firstFilter('title', { value, spine: 7 })).toBe(
      `title.gt.${quoted},and(title.eq.${quoted},spine.gt.7)`,
    )
  })

  test('have no value and a greater spine if the cursor has no value', () => {
    const query = recorder()
    applyView(query, { ...DEFAULT_VIEW, sort: 'country' }, { value: null, spine: 7 })
    expect(query.calls).toEqual(['country is null', 'spine>7', 'order country', 'order spine'])
  })
})
