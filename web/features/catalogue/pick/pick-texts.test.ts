import { expect, test } from 'vitest'
import { reasonForNone } from './pick-texts.ts'

const ALL = { q: '', labels: [], format: undefined }

test('the message for an empty pick names the search and the filters', () => {
  expect(reasonForNone('no film', ALL)).toBe('This list has no titles.')
  expect(reasonForNone('no film', { ...ALL, q: 'zzz' })).toBe('No title matches “zzz”.')
  expect(reasonForNone('no film', { q: 'ozu', labels: ['Not watched', 'Since 1970'], format: 'dvd' })).toBe(
    'No title is all of this: “ozu”, DVD, Not watched, Since 1970.',
  )
  expect(reasonForNone('unreadable', { ...ALL, q: 'zzz' })).toBe('The list could not be read.')
})
