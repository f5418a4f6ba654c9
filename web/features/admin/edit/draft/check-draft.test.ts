import { expect, test } from 'vitest'
import { checkDraft, lacksRequired } from './check-draft.ts'
import { draftOf, filmOf } from './draft.ts'
import { FILM } from './film.fixture.ts'

const draft = draftOf(FILM)

test('a draft without a spine other than zero, a title and a director is incomplete', () => {
  expect(lacksRequired(draft)).toBe(false)
  for (const missing of [
    { spine: '' },
    { spine: '0' },
    { spine: ' 00 ' },
    { title: ' ' },
    { director: '' },
  ]) {
    expect(lacksRequired({ ...draft, ...missing }), JSON.stringify(missing)).toBe(true)
    expect(Object.keys(checkDraft({ ...draft, ...missing }))).toEqual(Object.keys(missing))
  }
})

test('blanks around a value are not a fault', () => {
  expect(checkDraft({ ...draft, spine: ' 7 ', title: ' M ', imdb_link: ' https://example.org/ ' })).toEqual(
    {},
  )
})

test('leading zeros of a spine are ignored', () => {
  const typed = { ...draft, spine: '01310' }
  expect(checkDraft(typed)).toEqual({})
  expect(lacksRequired(typed)).toBe(false)
  expect(filmOf(typed).spine).toBe(1310)
  expect(Object.keys(checkDraft({ ...draft, spine: '0131x' }))).toEqual(['spine'])
})
