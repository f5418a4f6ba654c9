import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('values stay text, whatever they look like', () => {
  expect(parseSearch('?q=400')).toEqual({ q: '400' })
  expect(parseSearch('?q=%22true%22')).toEqual({ q: '"true"' })
})

test('signs with a meaning in an address survive the way there and back', () => {
  for (const q of ['8 1/2', '100% & more', 'a+b=c', '"quoted", #4', 'Ōzu 8½', '\\_*']) {
    expect(parseSearch(stringifySearch({ q }))).toEqual({ q })
  }
})

test('what is absent leaves no trace', () => {
  expect(stringifySearch({ q: undefined })).toBe('')
  expect(stringifySearch({})).toBe('')
})
