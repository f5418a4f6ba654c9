import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkCatalogue } from '../catalogue-check/check-catalogue.ts'
import { readEvidence } from '../catalogue-check/evidence.ts'
import { readAliasesCsv } from '../csv/aliases-csv.ts'
import { readFilmsCsv } from '../csv/films-csv.ts'
import { writeFormatsCsv } from '../csv/formats-csv.ts'
import { readSetsCsv } from '../csv/sets-csv.ts'
import { fold } from '../search/fold.ts'
import type { Film } from './columns.ts'
import { formatCount } from './format-count.ts'
import { directorNames } from './names.ts'
import { sortDirector, sortTitle } from './sort-names.ts'

const read = (name: string) => readFileSync(`catalogue/${name}`, 'utf8')
const { films, problems } = readFilmsCsv(read('films.csv'))
const { sets, problems: problemsOfSets } = readSetsCsv(read('sets.csv'))
const { films: aliases, problems: problemsOfAliases } = readAliasesCsv(read('aliases.csv'))

test('the catalogue has the spines 1 to 1299, each once and complete', () => {
  expect([...problems, ...problemsOfSets, ...problemsOfAliases]).toEqual([])
  expect(films.map((film) => film.spine)).toEqual(Array.from({ length: 1299 }, (_, index) => index + 1))
})

test('the names of several directors are joined in one way', () => {
  const joined = films.map((film) => film.director ?? '').filter((director) => /&|;| and |,/.test(director))
  expect(joined.length).toBeGreaterThan(50)
  for (const director of joined) expect(director).toMatch(/^[^,&;]+( and [^,&;]+|(, [^,&;]+)+, and [^,&;]+)$/)
})

test('a director has one spelling', () => {
  const names = new Set(films.flatMap(({ director }) => directorNames(director ?? '')))
  const spellings = Map.groupBy(names, (name) => fold(name).replace(/[^\p{L}\p{N}]/gu, ''))
  expect([...spellings.values()].filter(({ length }) => length > 1)).toEqual([])
})

test.each([
  'imdb_link',
  'letterboxd_link',
  'wikipedia_link',
  'tmdb_id',
  'product_url',
  'box_art_url',
] as const)('no two films have the same %s', (column) => {
  const linked = films.filter((film) => film[column])
  const shared = [...Map.groupBy(linked, (film) => film[column]).values()].filter(({ length }) => length > 1)
  expect(shared.map((some) => some.map(({ spine }) => spine))).toEqual([])
})

test('sort names differ from the rule only where the rule errs', () => {
  const titles = films.filter(
    (film) => film.sort_title !== sortTitle(film.title ?? '', film.language ?? null),
  )
  expect(titles.map(({ sort_title }) => sort_title)).toEqual([
    'Jetée/Sans Soleil',
    'I Knew Her Well',
    'cérémonie',
  ])
  const directors = films.filter((film) => film.sort_director !== sortDirector(film.director ?? ''))
  expect(new Set(directors.map(({ sort_director }) => sort_director))).toEqual(
    new Set([
      'Wong Kar Wai',
      'Bong Joon Ho',
      'Chen Kaige',
      'Lo Wei',
      'Tsui Hark',
      'Kore-eda, Hirokazu',
      'Lau Wai-keung, Andrew',
      'Gómez Muriel, Emilio',
      'García Berlanga, Luis',
      'Gutiérrez Alea, Tomás',
      'Bustillo Oro, Juan',
    ]),
  )
})

test('every spine of a set and of an alias is in the catalogue', () => {
  const spines = new Set(films.map(({ spine }) => spine))
  const named = [...sets.flatMap((set) => [set, ...set.films]), ...aliases].flatMap(
    ({ spine }) => spine ?? [],
  )
  expect(named.length).toBeGreaterThan(400)
  expect(named.filter((spine) => !spines.has(spine))).toEqual([])
})

test('the README has the counts of what is unknown, inferred or inconsistent', () => {
  const evidence = readEvidence(read('format-basis.csv'), read('doubts.csv'))
  const checked = films as Film[]
  const filed = new Map(checked.map((film) => [film.spine, film]))
  const findings = checkCatalogue({ films: checked, sets, evidence, filed })
  const rows = findings
    .filter(({ count }) => count > 0)
    .map(({ title, count }) => `| ${title} | ${formatCount(count)} |`)
  const table = read('README.md')
    .split('\n')
    .filter((line) => findings.some(({ title }) => line.startsWith(`| ${title} |`)))
  expect(table).toEqual(rows)
})

test('the file of format updates has the same formats as the catalogue', () => {
  expect(readFileSync('public/film-formats.csv', 'utf8')).toBe(writeFormatsCsv(films))
})
