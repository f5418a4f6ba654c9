import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('all values are read as text', () => {
  expect(parseSearch('?q=400')).toEqual({ q: '400' })
  expect(parseSearch('?q=%22true%22')).toEqual({ q: '"true"' })
})

test('characters with a meaning in an address are written and read unchanged', () => {
  for (const q of ['8 1/2', '100% & more', 'a+b=c', '"quoted", #4', 'Ōzu 8½', '\\_*']) {
    expect(parseSearch(stringifySearch({ q }))).toEqual({ q })
  }
})

test('undefined parameters are left out', () => {
  expect(stringifySearch({ q: undefined })).toBe('')
  expect(stringifySearch({})).toBe('')
})

test('countries and directors are lists, and other parameters have their last value', () => {
  const search = '?country=Japan&country=France&q=a&q=b'
  expect(parseSearch(search)).toEqual({ country: ['Japan', 'France'], q: 'b' })
  expect(stringifySearch({ country: ['Japan', 'France'], director: [] })).toBe(
    '?country=Japan&country=France',
  )
})
