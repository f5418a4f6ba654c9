import { describe, expect, test } from 'vitest'
import { BEFORE_VALUES, type FilmCursor } from '../films/film-cursor.ts'
import { applyView, criteriaOf, orderOf } from './apply-view.ts'
import { DEFAULT_VIEW, type Sort, type View } from './view.ts'

/** A query that records the calls of its methods. */
function recorder() {
  const calls: string[] = []
  const query = {
    calls,
    eq: (column: string, value: boolean) => note(`${column}=${value}`),
    in: (column: string, values: readonly number[]) => note(`${column} in ${values}`),
    like: (column: string, pattern: string) => note(`${column} like ${pattern}`),
    gt: (column: string, value: number) => note(`${column}>${value}`),
    lt: (column: string, value: number) => note(`${column}<${value}`),
    gte: (column: string, value: number) => note(`${column}>=${value}`),
    lte: (column: string, value: number) => note(`${column}<=${value}`),
    filter: (column: string, operator: string, values: string) => note(`${column} ${operator} ${values}`),
    not: (column: string, operator: string, value: null) => note(`${column} not ${operator} ${value}`),
    is: (column: string, value: null) => note(`${column} is ${value}`),
    or: (conditions: string) => note(conditions),
    order: (column: string, options?: { ascending: boolean }) =>
      note(`order ${column}${options ? ' descending' : ''}`),
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

test('titles and directors are ordered by the names made for sorting', () => {
  expect(orderOf({ ...DEFAULT_VIEW, sort: 'title' }).order).toBe('sort_title')
  expect(orderOf({ ...DEFAULT_VIEW, sort: 'director' }).order).toBe('sort_director')
})

test('formats filter the columns of the list', () => {
  const view = { ...DEFAULT_VIEW, q: 'ld', format: 'dvd' } as const
  expect(applyView(recorder(), view, { columnOf: (format) => `owns_${format}` }).calls).toEqual([
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
  expect(orderOf({ ...DEFAULT_VIEW, q: 'the red' }).order).toBe('match_rank')
  expect(orderOf({ ...DEFAULT_VIEW, q: 'the red', sort: 'spine' }).order).toBe('spine')
  for (const q of ['', ' ', '4k', '#2']) expect(orderOf({ ...DEFAULT_VIEW, q }).order).toBe('spine')
})

describe('the films after a cursor', () => {
  const firstFilter = (sort: Sort, cursor: FilmCursor) =>
    applyView(recorder(), { ...DEFAULT_VIEW, sort }, { after: cursor }).calls[0]

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
      `sort_title.gt.${quoted},and(sort_title.eq.${quoted},spine.gt.7)`,
    )
  })

  test('have no value and a greater spine if the cursor has no value', () => {
    const query = recorder()
    applyView(query, { ...DEFAULT_VIEW, sort: 'country' }, { after: { value: null, spine: 7 } })
    expect(query.calls).toEqual(['country is null', 'spine>7', 'order country', 'order spine'])
  })
})

describe('a descending order', () => {
  test('goes on before the cursor, and spines break ties in the same direction', () => {
    const view = { ...DEFAULT_VIEW, sort: 'year', order: 'desc' } as const
    expect(applyView(recorder(), view, { after: { value: 1950, spine: 7 } }).calls).toEqual([
      'year.lt."1950",and(year.eq."1950",spine.lt.7)',
      'order year descending',
      'order spine descending',
    ])
  })

  test('begins with the films that have a value, because the index begins with those that have none', () => {
    const view = { ...DEFAULT_VIEW, sort: 'year', order: 'desc' } as const
    expect(applyView(recorder(), view, { after: BEFORE_VALUES }).calls[0]).toBe('year not is null')
  })

  test('does not turn around the best matches', () => {
    expect(orderOf({ ...DEFAULT_VIEW, q: 'ozu', order: 'desc' })).toEqual({
      order: 'match_rank',
      direction: 'asc',
    })
  })

  test('is the default for what was added last; a list that does not know that is in order of spines', () => {
    const view = { ...DEFAULT_VIEW, sort: 'added' } as const
    expect(orderOf(view, 'watched_id')).toEqual({ order: 'watched_id', direction: 'desc' })
    expect(orderOf({ ...view, order: 'asc' }, 'watched_id').direction).toBe('asc')
    expect(orderOf(view)).toEqual({ order: 'spine', direction: 'asc' })
  })
})

describe('the filters of a view', () => {
  const calls = (filters: Partial<View>, withMarks = false) =>
    applyView(recorder(), { ...DEFAULT_VIEW, ...filters }, { withMarks }).calls.slice(0, -1)

  test.each<[Partial<View>, string[]]>([
    [{ available: 'dvd' }, ['dvd=true']],
    [{ available: 'dvd', inprint: '1' }, ['dvd=true', 'dvd_oop=false']],
    [{ available: 'dvd,bluray' }, ['dvd.eq.true,bluray.eq.true']],
    [
      { available: 'dvd,bluray', inprint: '1' },
      ['and(dvd.eq.true,dvd_oop.eq.false),and(bluray.eq.true,bluray_oop.eq.false)'],
    ],
    [{ from: '1950', to: '1969' }, ['year>=1950', 'year<=1969']],
    [{ country: ['Japan', 'A "B", C'] }, ['countries ov {"A \\"B\\", C","Japan"}']],
    [{ director: ['Agnès Varda'] }, ['directors ov {"Agnès Varda"}']],
    [{ time: '0-90' }, ['running_time>=0', 'running_time<=90']],
    [{ time: '0-89,180-' }, ['and(running_time.gte.0,running_time.lte.89),running_time.gte.180']],
    [{ mine: 'owned', owned: 'dvd' }, []],
  ])('%j becomes %j', (filters, expected) => {
    expect(calls(filters)).toEqual(expected)
  })

  test('of a person become columns of that person’s films', () => {
    expect(calls({ mine: 'owned,unwatched', owned: 'dvd,bluray' }, true)).toEqual([
      'owned=true',
      'watched=false',
      'owned=true',
      'owns_dvd.eq.true,owns_bluray.eq.true',
    ])
    expect(calls({ mine: 'upgrade' }, true)).toEqual(['owned=true', 'upgrade=true'])
  })
})
