import { describe, expect, test } from 'vitest'
import { FILMS, filmOf, INDEX } from '../../../test/support/import/catalogue.ts'
import type { ImportRow } from '../row.ts'
import { type Catalogue, indexCatalogue } from './catalogue-index.ts'
import { matchRow } from './match.ts'

const NONE: Catalogue = { films: FILMS, aliases: [], sets: [], setFilms: [] }

/** What a row becomes, by spines: `165 by IMDb`, `ask 261 262`, or why it is no film. */
function outcome(row: Omit<ImportRow, 'line'>, index = INDEX): string {
  const match = matchRow({ line: 1, ...row }, index)
  if (match.status === 'none') return match.why
  if (match.status === 'sure') return `${match.film.spine} by ${match.reason}`
  return `ask ${match.candidates.map(({ film }) => film.spine).join(' ')}`
}

describe('the keys are tried in this order', () => {
  const wrong = { title: 'Stalker', year: 1979 }
  test.each<[string, Omit<ImportRow, 'line'>]>([
    ['2 by spine', { spine: 2, title: 'Seven Samurai', year: 1954 }],
    ['2 by spine', { spine: 2 }],
    ['2 by criterion.com', { criterion: { kind: 'film', id: 165 }, ...wrong }],
    ['2 by Letterboxd', { letterboxd: '2axi', ...wrong }],
    ['2 by IMDb', { imdb: 'tt0047478', title: 'Shichinin no samurai', year: 1955 }],
    ['2 by spine in a note', { noteSpine: 2, title: 'Seven Samurai (Shichinin no samurai)', year: 1954 }],
    ['2 by title and year', { title: 'Seven  samurai!', year: 1954 }],
    ['2 by title and year', { title: 'Samurai, Seven', otherTitle: 'The Seven Samurai', year: 1954 }],
    ['2 by title, year and director', { title: 'Seven Samurai', year: 1955, director: 'Kurosawa Akira' }],
  ])('%s', (expected, row) => expect(outcome(row)).toBe(expected))

  test('the id at TMDB, and other ids and titles of a film', () => {
    const index = indexCatalogue({
      ...NONE,
      films: FILMS.map((film) => (film.spine === 2 ? { ...film, tmdb_id: 346 } : film)),
      aliases: [
        { film_id: filmOf(2).id, kind: 'imdb', value: 'tt9999999' },
        { film_id: filmOf(2).id, kind: 'title', value: 'Shichinin no samurai' },
        { film_id: filmOf(2).id, kind: 'criterion', value: '99999' },
        // The link of another film stays that film's.
        { film_id: filmOf(2).id, kind: 'imdb', value: 'tt0028950' },
      ],
    })
    expect(outcome({ tmdb: 346 }, index)).toBe('2 by TMDB')
    expect(outcome({ imdb: 'tt9999999' }, index)).toBe('2 by IMDb')
    expect(outcome({ criterion: { kind: 'film', id: 99999 } }, index)).toBe('2 by criterion.com')
    expect(outcome({ title: 'Shichinin no samurai', year: 1954 }, index)).toBe('2 by title and year')
    expect(outcome({ imdb: 'tt0028950' }, index)).toBe('1 by IMDb')
  })
})

describe('an uncertain match is a question', () => {
  test.each<[string, string, Omit<ImportRow, 'line'>]>([
    ['a title alone', 'ask 2', { title: 'Seven Samurai' }],
    ['a title and a director', 'ask 2', { title: 'Seven Samurai', director: 'Akira Kurosawa' }],
    ['a year one off', 'ask 2', { title: 'Seven Samurai', year: 1955 }],
    ['another director', 'ask 2', { title: 'Seven Samurai', year: 1954, director: 'John Sturges' }],
    ['another id', 'ask 2', { title: 'Seven Samurai', year: 1954, imdb: 'tt0000001' }],
    ['two ids of different films', 'ask 2 1', { imdb: 'tt0028950', letterboxd: '2axi' }],
    ['a spine of another label', 'ask 2 52', { spine: 2, title: 'Yojimbo', year: 1961 }],
    ['a mistyped spine in a note', 'ask 3 2', { noteSpine: 3, title: 'Seven Samurai', year: 1954 }],
    ['a spelling', 'ask 590 587', { title: 'Three Colours: Red', year: 1994 }],
    ['a set of both films', 'ask 176', { title: 'The Killers', year: 1964 }],
    ['an address with a title', 'ask 2', { letterboxd: 'film/seven-samurai' }],
    ['an address with a title and a year', 'ask 622 635', { letterboxd: 'film/weekend-2011' }],
  ])('%s', (_, expected, row) => expect(outcome(row)).toBe(expected))

  test('a film of another year with another id or director is another film', () => {
    expect(outcome({ title: 'RoboCop', year: 2014, letterboxd: 'zzzz' })).toBe('not in the collection')
    expect(outcome({ title: 'RoboCop', year: 2014, director: 'Jos\u00e9 Padilha' })).toBe(
      'not in the collection',
    )
    expect(outcome({ title: 'RoboCop', year: 2014 })).toBe('ask 23')
  })

  test('a row that is not a film is left out with its reason', () => {
    expect(outcome({ title: 'Seven Samurai', year: 1954, unusable: 'it is a book' })).toBe('it is a book')
  })
})

describe('films of one title go to the right spine', () => {
  const twins = ['Lola', 'Weekend', 'Roma', 'Something Wild', 'Nightmare Alley', 'Bergman Island'].flatMap(
    (title) => FILMS.filter((film) => film.title === title),
  )
  test.each(twins.map((film) => [film.title, film.year, film] as const))('%s, %i', (title, year, film) => {
    expect(twins).toHaveLength(12)
    expect(outcome({ title, year: year ?? 0 })).toMatch(
      new RegExp(`^(${film.spine} by |ask .*\\b${film.spine}\\b)`),
    )
    expect(outcome({ title })).toMatch(/^ask \d+ \d+$/)
  })

  test('both films and the set of Fanny and Alexander are asked about, unless a key names one', () => {
    expect(outcome({ title: 'Fanny and Alexander', year: 1982, director: 'Ingmar Bergman' })).toBe(
      'ask 261 262 263',
    )
    expect(outcome({ title: 'Fanny & Alexander', year: 1983 })).toBe('ask 261 262 263')
    for (const spine of [261, 262, 263]) {
      const { title, year, letterboxd_link } = filmOf(spine)
      expect(outcome({ title, year: year ?? 0 })).toContain(String(spine))
      const code = letterboxd_link?.split('/').at(-1)
      if (code) expect(outcome({ letterboxd: code, title, year: 1982 })).toBe(`${spine} by Letterboxd`)
    }
  })
})

describe('films of a set', () => {
  const index = indexCatalogue({
    ...NONE,
    sets: [{ id: 1, film_id: filmOf(176).id, criterion_id: 334, title: 'A set' }],
    setFilms: [
      { set_id: 1, title: 'The Killers', year: 1946 },
      { set_id: 1, title: 'Ubijtsy', year: 1956 },
    ],
  })

  test('a spine may stand beside a film of its set', () => {
    expect(outcome({ spine: 176, title: 'Ubijtsy', year: 1956 }, index)).toBe('176 by spine')
    expect(outcome({ noteSpine: 176, title: 'Anything', year: 1999 }, index)).toBe('176 by spine in a note')
    expect(outcome({ spine: 176, title: 'Anything', year: 1999 }, index)).toBe('ask 176')
  })

  test('a film of a set without a spine leads to the set, as a question', () => {
    expect(outcome({ title: 'Ubijtsy', year: 1956 }, index)).toBe('ask 176')
    expect(outcome({ title: 'Ubijtsy', year: 1990 }, index)).toBe('not in the collection')
  })
})
