import { expect, test } from 'vitest'
import { changedColumns, draftOf, emptyDraft, filmOf, withoutStrayFlags } from './draft.ts'
import { FILM } from './film.fixture.ts'

test('a film converted to a draft and back is unchanged', () => {
  const aliases = { title: ['Shichinin no samurai'] }
  const whole = { ...FILM, country: 'Japan', year: 1954, imdb_link: 'https://example.org/', aliases }
  for (const film of [FILM, whole]) {
    expect(filmOf(draftOf(film))).toEqual(film)
    expect(changedColumns(draftOf(film), film)).toEqual([])
  }
})

test('an empty draft has spine 0, the given year and no other value', () => {
  const draft = emptyDraft(2026)
  expect(draft).toMatchObject({ spine: '0', year: '2026', title: '', ebay_link: '', dvd: false })
  expect(Object.keys(draft).sort()).toEqual(Object.keys(draftOf(FILM)).sort())
})

test('blanks around a text are removed, and an empty optional column becomes null', () => {
  const film = { ...FILM, country: 'Japan' }
  const draft = { ...draftOf(film), title: ' Seven Samurai\t', country: '  ', year: ' 1954 ' }
  expect(filmOf(draft)).toEqual({ ...FILM, country: null, year: 1954 })
  expect(changedColumns(draft, film)).toEqual(['country', 'year'])
})

test('turning a format off also turns off its out-of-print flag', () => {
  const draft = draftOf(FILM)
  expect(withoutStrayFlags(draft)).toBe(draft)
  expect(withoutStrayFlags({ ...draft, dvd: false })).toEqual({ ...draft, dvd: false, dvd_oop: false })
})
