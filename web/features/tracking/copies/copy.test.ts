import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FORMATS } from '../../../../domain/film/formats.ts'
import type { Condition } from '../../../../domain/tracking/marks.ts'
import type { Copy } from '../details/details.ts'
import { blankDraft, CONDITIONS, checkDraft, draftOf, readDraft } from './copy.ts'

const text = fc.option(fc.stringMatching(/^[a-z][a-z 0-9,]{0,20}[a-z]$/))
const date = fc.option(fc.constantFrom('1999', '2006-11', '2026-02-28'))
const copies: fc.Arbitrary<Copy> = fc
  .record({
    id: fc.uuid(),
    format: fc.constantFrom(...FORMATS),
    acquired_on: date,
    price: fc.option(fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100)),
    currency: fc.constantFrom('USD', 'EUR'),
    store: text,
    condition: fc.option(fc.constantFrom(...(Object.keys(CONDITIONS) as Condition[]))),
    slipcover: fc.option(fc.boolean()),
    place: text,
    lent_to: text,
    lent_on: date,
    note: text,
  })
  .map((copy) => ({ ...copy, currency: copy.price === null ? null : copy.currency }))

test('a copy that is edited without a change stays as it is', () => {
  fc.assert(
    fc.property(copies, (copy) => {
      expect(Object.values(checkDraft(draftOf(copy))).filter(Boolean)).toEqual([])
      expect(readDraft(copy.id, draftOf(copy))).toEqual(copy)
    }),
  )
})

test('a date or a price that cannot be read has a sentence', () => {
  const draft = { ...blankDraft('dvd'), acquiredOn: 'soon', price: 'much', lentOn: '31 Feb 2026' }
  expect(checkDraft(draft)).toEqual({
    acquiredOn: 'Write a date such as 3 Apr 1999, Apr 1999 or 1999.',
    price: 'Write a price such as 27.50 or 27.50 EUR.',
    lentOn: 'Write a date such as 3 Apr 1999, Apr 1999 or 1999.',
  })
})
