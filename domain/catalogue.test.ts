import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFilmsCsv } from './films-csv.ts'
import { writeFormatsCsv } from './formats-csv.ts'

const { films, problems } = readFilmsCsv(readFileSync('catalogue/films.csv', 'utf8'))

test('the catalogue holds spines 1 to 1299, each once and whole', () => {
  expect(problems).toEqual([])
  expect(films.map((film) => film.spine)).toEqual(Array.from({ length: 1299 }, (_, index) => index + 1))
})

test('directors are joined in one way', () => {
  const joined = films.map((film) => film.director ?? '').filter((director) => /&|;| and |,/.test(director))
  expect(joined.length).toBeGreaterThan(50)
  for (const director of joined) expect(director).toMatch(/^[^,&;]+( and [^,&;]+|(, [^,&;]+)+, and [^,&;]+)$/)
})

test('the file of format updates says what the catalogue says', () => {
  expect(readFileSync('public/film-formats.csv', 'utf8')).toBe(writeFormatsCsv(films))
})
