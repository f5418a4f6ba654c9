import { expect, test } from 'vitest'
import { NO_WISH } from '../details/details.ts'
import { checkDraft, draftOf, hasNotes, readDraft } from './wish-draft.ts'

test('a draft reads back as the wish it is of, with the formats wanted', () => {
  const wish = { ...NO_WISH, wants_dvd: true, priority: 2, price: 19.5, currency: 'EUR', note: 'For Papa' }
  expect(draftOf(wish)).toEqual({ priority: '2', price: '19.50 EUR', note: 'For Papa' })
  expect(readDraft(wish, draftOf(wish))).toEqual(wish)
  expect(readDraft(wish, { priority: '', price: ' ', note: ' ' })).toEqual({ ...NO_WISH, wants_dvd: true })
})

test('a price is checked', () => {
  const draft = draftOf(NO_WISH)
  expect(checkDraft(draft).price).toBeUndefined()
  expect(checkDraft({ ...draft, price: '20 €' }).price).toBeUndefined()
  expect(checkDraft({ ...draft, price: 'a lot' }).price).toMatch(/^Write a price/)
})

test.each([{ priority: 3 }, { price: 0 }, { note: 'x' }])('a wish with %o has notes', (noted) => {
  expect(hasNotes({ ...NO_WISH, wants_dvd: true })).toBe(false)
  expect(hasNotes({ ...NO_WISH, ...noted })).toBe(true)
})
