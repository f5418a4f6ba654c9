import { expect, test } from 'vitest'
import { readHistorySearch } from './history-search.ts'

test('an address selects a search, a film or an update, and invalid values are ignored', () => {
  const update = '0b0e1d3c-7a52-4c9b-9a55-0d4c5a1f2b3e'
  expect(readHistorySearch({ q: 'ozu' })).toEqual({ q: 'ozu' })
  expect(readHistorySearch({ film: '7' })).toEqual({ film: 7 })
  expect(readHistorySearch({ update })).toEqual({ update })
  // With a missing key the router would keep the value of the address.
  const nothing = { q: undefined, film: undefined, update: undefined }
  for (const film of ['x', '0', '-1', '1.5', '2147483648'])
    expect(readHistorySearch({ film })).toStrictEqual(nothing)
  for (const update of ['x', '', '*', `${'0'.repeat(8)}-0000`])
    expect(readHistorySearch({ update })).toStrictEqual(nothing)
  for (const q of ['', '  ']) expect(readHistorySearch({ q })).toStrictEqual(nothing)
  expect(readHistorySearch({ q: 'x'.repeat(999) }).q).toHaveLength(200)
})
