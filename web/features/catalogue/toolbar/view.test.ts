import { expect, test } from 'vitest'
import {
  DEFAULT_VIEW,
  directionOf,
  formatOfFilter,
  hasFilters,
  isFiltered,
  readView,
  turned,
} from './view.ts'

test('an address without parameters gives the default view', () => {
  expect(readView({})).toEqual({ q: '', format: 'all' })
  expect(readView({ q: 'ozu', sort: '' })).toEqual({ q: 'ozu', format: 'all' })
})

test('valid parameters are read from the address', () => {
  expect(readView({ q: '8½', sort: 'director', format: '4k' })).toEqual({
    q: '8½',
    sort: 'director',
    format: '4k',
  })
})

test('an invalid value falls back to its default and leaves the others', () => {
  expect(readView({ q: 'ozu', sort: 'toString', format: 'bluray_4k' })).toEqual({ ...DEFAULT_VIEW, q: 'ozu' })
  expect(readView({ q: 7, sort: ['title'], format: null })).toEqual(DEFAULT_VIEW)
})

test('a search that is too long is truncated', () => {
  expect(readView({ q: 'x'.repeat(5000) }).q).toHaveLength(200)
})

test('each format filter maps to its column', () => {
  expect(formatOfFilter('all')).toBeUndefined()
  expect(formatOfFilter('4k')).toBe('bluray_4k')
  expect(formatOfFilter('laserdisc')).toBe('laserdisc')
})

test('a blank search and a sort do not count as a filter', () => {
  expect(isFiltered({ ...DEFAULT_VIEW, q: '  ', sort: 'year' })).toBe(false)
  expect(isFiltered({ ...DEFAULT_VIEW, format: 'dvd' })).toBe(true)
})

test('filters are read from the address and count as a filter', () => {
  const view = readView({ available: 'bluray,vhs', country: 'Japan', from: 'x' })
  expect(view).toEqual({ ...DEFAULT_VIEW, available: 'bluray', country: ['Japan'] })
  expect([isFiltered(view), hasFilters(view)]).toEqual([true, true])
  expect(hasFilters(readView({ q: 'ozu', format: 'dvd' }))).toBe(false)
})

test('the usual direction and covers are not written into the address', () => {
  expect(readView({ order: 'asc', view: 'covers' })).toEqual(DEFAULT_VIEW)
  expect(readView({ order: 'desc', view: 'shelf' })).toEqual({
    ...DEFAULT_VIEW,
    order: 'desc',
    view: 'shelf',
  })
  expect(readView({ sort: 'added', order: 'desc' })).toEqual({ ...DEFAULT_VIEW, sort: 'added' })
})

test('a direction is turned around and back', () => {
  for (const sort of ['title', 'added'] as const) {
    const view = readView({ sort })
    const back = { ...view, ...turned(view) }
    expect(directionOf(back)).not.toBe(directionOf(view))
    expect({ ...back, ...turned(back) }).toEqual(view)
  }
})
