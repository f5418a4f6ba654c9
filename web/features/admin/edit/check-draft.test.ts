import { expect, test } from 'vitest'
import { checkDraft, lacksRequired } from './check-draft.ts'
import { draftOf } from './draft.ts'
import { FILM } from './film.fixture.ts'

const draft = draftOf(FILM)

test('a film needs a spine other than zero, a title and a director', () => {
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

test('blanks around a text are no fault', () => {
  expect(checkDraft({ ...draft, spine: ' 7 ', title: ' M ', imdb_link: ' https://example.org/ ' })).toEqual(
    {},
  )
})
