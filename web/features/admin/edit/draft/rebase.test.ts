import { expect, test } from 'vitest'
import { draftOf } from './draft.ts'
import { FILM } from './film.fixture.ts'
import { rebase } from './rebase.ts'

test('an untouched column takes the value that others saved', () => {
  const latest = { ...FILM, country: 'Japan', year: 1954 }
  const { draft, changes, contested } = rebase({ ...draftOf(FILM), title: 'Mine' }, FILM, latest)
  expect(draft).toEqual({ ...draftOf(latest), title: 'Mine' })
  expect(changes).toEqual(['Country was none, is Japan', 'Year was none, is 1954'])
  expect(contested).toEqual([])
})

test('aliases are taken from others, or kept, as a whole', () => {
  const latest = { ...FILM, aliases: { title: ['Theirs'] } }
  const { draft, changes } = rebase(draftOf(FILM), FILM, latest)
  expect([draft.alias_title, changes]).toEqual(['Theirs', ['Aliases was none, is Theirs']])
  const mine = rebase({ ...draftOf(FILM), alias_imdb: 'tt1' }, FILM, latest)
  expect([mine.draft.alias_title, mine.contested]).toEqual(['', ['aliases']])
})

test('a column that both changed keeps the typed value and is reported', () => {
  const mine = { ...draftOf(FILM), country: 'Nippon', year: '1954' }
  const { draft, contested } = rebase(mine, FILM, { ...FILM, country: 'Japan', year: 1954 })
  expect(draft.country).toBe('Nippon')
  expect(contested, 'both wrote 1954').toEqual(['country'])
})

test('a format that others turned off loses its out-of-print flag in the draft', () => {
  const mine = { ...draftOf(FILM), title: 'Mine' }
  const { draft } = rebase(mine, { ...FILM, dvd_oop: false }, { ...FILM, dvd: false, dvd_oop: false })
  expect(draft).toMatchObject({ dvd: false, dvd_oop: false, title: 'Mine' })
})

test('a text that is not a number stays as it was typed', () => {
  const mine = { ...draftOf(FILM), year: 'about 1950' }
  const { draft, contested } = rebase(mine, FILM, { ...FILM, year: 1954 })
  expect(draft.year).toBe('about 1950')
  expect(contested).toEqual(['year'])
})
