import { expect, test } from 'vitest'
import { changedColumns, draftOf, emptyDraft, filmOf, withoutStrayFlags } from './draft.ts'
import { FILM } from './film.fixture.ts'

test('a film comes through the form unchanged', () => {
  const whole = { ...FILM, country: 'Japan', year: 1954, imdb_link: 'https://example.org/' }
  for (const film of [FILM, whole]) {
    expect(filmOf(draftOf(film))).toEqual(film)
    expect(changedColumns(draftOf(film), film)).toEqual([])
  }
})

test('a new film begins with spine 0 and the given year, and nothing else', () => {
  const draft = emptyDraft(2026)
  expect(draft).toMatchObject({ spine: '0', year: '2026', title: '', ebay_link: '', dvd: false })
  expect(Object.keys(draft).sort()).toEqual(Object.keys(FILM).sort())
})

test('blanks around a text do not count, and an emptied optional column is none', () => {
  const film = { ...FILM, country: 'Japan' }
  const draft = { ...draftOf(film), title: ' Seven Samurai\t', country: '  ', year: ' 1954 ' }
  expect(filmOf(draft)).toEqual({ ...FILM, country: null, year: 1954 })
  expect(changedColumns(draft, film)).toEqual(['country', 'year'])
})

test('a format that is turned off takes its out-of-print flag along', () => {
  const draft = draftOf(FILM)
  expect(withoutStrayFlags(draft)).toBe(draft)
  expect(withoutStrayFlags({ ...draft, dvd: false })).toEqual({ ...draft, dvd: false, dvd_oop: false })
})
