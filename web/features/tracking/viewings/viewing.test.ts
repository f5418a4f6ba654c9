import { expect, test } from 'vitest'
import type { Viewing } from '../details/details.ts'
import { checkDraft, draftOf, newDraft, ratingText, readDraft } from './viewing.ts'

test('a viewing that is edited without a change stays as it is', () => {
  const viewings: Viewing[] = [
    { id: 'a', watched_on: '2014-12-29', rating: 9, note: 'With Papa.' },
    { id: 'b', watched_on: '2007', rating: null, note: null },
    { id: 'c', watched_on: null, rating: 1, note: null },
  ]
  for (const viewing of viewings) expect(readDraft(viewing.id, draftOf(viewing))).toEqual(viewing)
})

test('a new viewing has the date of today', () => {
  expect(newDraft(new Date(2026, 10, 22))).toEqual({ watchedOn: '22 Nov 2026', rating: '', note: '' })
})

test('a date that cannot be read has a sentence', () => {
  expect(checkDraft({ ...newDraft(), watchedOn: 'last week' }).watchedOn).toMatch(/^Write a date/)
})

test.each([
  [1, '½ star'],
  [2, '1 star'],
  [3, '1½ stars'],
  [9, '4½ stars'],
  [10, '5 stars'],
])('a rating of %d is %s', (rating, text) => {
  expect(ratingText(rating)).toBe(text)
})
