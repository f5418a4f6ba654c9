import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFilmsCsv } from '../csv/films-csv.ts'
import { writeFormatsCsv } from '../csv/formats-csv.ts'
import { fold } from '../search/fold.ts'

const { films, problems } = readFilmsCsv(readFileSync('catalogue/films.csv', 'utf8'))

test('the catalogue has the spines 1 to 1299, each once and complete', () => {
  expect(problems).toEqual([])
  expect(films.map((film) => film.spine)).toEqual(Array.from({ length: 1299 }, (_, index) => index + 1))
})

test('the names of several directors are joined in one way', () => {
  const joined = films.map((film) => film.director ?? '').filter((director) => /&|;| and |,/.test(director))
  expect(joined.length).toBeGreaterThan(50)
  for (const director of joined) expect(director).toMatch(/^[^,&;]+( and [^,&;]+|(, [^,&;]+)+, and [^,&;]+)$/)
})

test('a director has one spelling', () => {
  const names = new Set(films.flatMap(({ director }) => director?.split(/, and |, | and /) ?? []))
  const spellings = Map.groupBy(names, (name) => fold(name).replace(/[^\p{L}\p{N}]/gu, ''))
  expect([...spellings.values()].filter(({ length }) => length > 1)).toEqual([])
})

test.each(['imdb_link', 'letterboxd_link', 'product_url', 'box_art_url'] as const)(
  'no two films have the same %s',
  (column) => {
    const linked = films.filter((film) => film[column])
    const shared = [...Map.groupBy(linked, (film) => film[column]).values()].filter(
      ({ length }) => length > 1,
    )
    expect(shared.map((some) => some.map(({ spine }) => spine))).toEqual([])
  },
)

test('the file of format updates has the same formats as the catalogue', () => {
  expect(readFileSync('public/film-formats.csv', 'utf8')).toBe(writeFormatsCsv(films))
})
