import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  comparePartialDates,
  formatPartialDate,
  isPartialDate,
  parsePartialDate,
  today,
} from './partial-date.ts'

/** Any date from 1870 to 2100, as a day, a month or a year. */
const dates = fc
  .tuple(
    fc.date({ min: new Date('1870-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }),
    fc.constantFrom(4, 7, 10),
  )
  .map(([date, length]) => date.toISOString().slice(0, length))

test('a date that is shown and typed again is the same', () => {
  fc.assert(
    fc.property(dates, (date) => {
      expect(isPartialDate(date)).toBe(true)
      expect(parsePartialDate(formatPartialDate(date))).toBe(date)
      expect(parsePartialDate(date)).toBe(date)
    }),
  )
})

test('any text is a date or none, without an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d/. -]{0,12}$/)), (text) => {
      const date = parsePartialDate(text)
      expect(date === undefined || isPartialDate(date)).toBe(true)
    }),
  )
})

test('in order, no date begins after the one before it has ended', () => {
  fc.assert(
    fc.property(fc.array(fc.option(dates)), (list) => {
      const sorted = list.toSorted(comparePartialDates)
      const known = sorted.filter((date) => date !== null)
      expect(sorted.slice(0, known.length)).toEqual(known)
      for (const [index, date] of known.slice(1).entries()) {
        expect(`${date}-01-01`.slice(0, 10) <= `${known[index]}-12-31`.slice(0, 10)).toBe(true)
      }
    }),
  )
})

test.each([
  ['3 Apr 1999', '1999-04-03'],
  ['03. april 1999', '1999-04-03'],
  ['April 3, 1999', '1999-04-03'],
  ['Sept. 3 1999', '1999-09-03'],
  ['apr 1999', '1999-04'],
  ['3.4.1999', '1999-04-03'],
  ['4/1999', '1999-04'],
  ['13/4/1999', '1999-04-13'],
  ['4/13/1999', '1999-04-13'],
  ['4/4/1999', '1999-04-04'],
  [' 1999 ', '1999'],
])('%s is read as %s', (text, date) => {
  expect(parsePartialDate(text)).toBe(date)
})

test.each([
  '',
  'soon',
  '3/4/1999',
  '30 Feb 2024',
  '29 Feb 2023',
  '31.11.2026',
  '13/2026',
  'Ma 1999',
  '1869',
  '2101',
  '99',
  '1999-4-3',
  'Foo 1999',
])('%s is not read as a date', (text) => {
  expect(parsePartialDate(text)).toBeUndefined()
})

test.each([
  ['1999-04-03', '3 Apr 1999'],
  ['1999-04', 'Apr 1999'],
  ['1999', '1999'],
])('%s is shown as %s', (date, shown) => {
  expect(formatPartialDate(date)).toBe(shown)
})

test('today is the day by the clock of this device', () => {
  expect(today(new Date(2026, 10, 3))).toBe('2026-11-03')
})
