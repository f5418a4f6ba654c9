import { expect, test } from 'vitest'
import { readFilmsCsv } from '../csv/films-csv.ts'
import type { BoxSet } from '../csv/sets-csv.ts'
import { COLUMN_NAMES, type Film } from '../film/columns.ts'
import { checkCatalogue } from './check-catalogue.ts'
import { readEvidence } from './evidence.ts'

const FILMS = `spine,title,director,country,year,dvd,imdb_link,product_url
1,One,Yasujiro Ozu,Japan,1951,true,https://imdb/1,https://x/films/1
2,Two,Ozu Yasujirō and Another,Japan,1952,true,https://imdb/1,https://x/films/2
3,A Set,Various,,,false,,https://x/boxsets/3
`

function found(sets: BoxSet[] = [], doubts = '', edit: Partial<Film> = {}) {
  const none = Object.fromEntries(COLUMN_NAMES.map((column) => [column, null]))
  const flags = { laserdisc: false, bluray: false, bluray_4k: false }
  const filed = readFilmsCsv(FILMS).films.map((film) => ({ ...none, ...flags, ...film }) as Film)
  const films = filed.map((film) => (film.spine === 1 ? { ...film, ...edit } : film))
  const evidence = readEvidence('spine,laserdisc,dvd,bluray,bluray_4k\n1,rule,rule,sourced,unknown\n', doubts)
  const bySpine = new Map(filed.map((film) => [film.spine, film]))
  const findings = checkCatalogue({ films, sets, evidence, filed: bySpine })
  return Object.fromEntries(findings.map(({ title, lines }) => [title, lines]))
}

const SET: BoxSet = { title: 'A Set', spine: 3, criterionId: null, films: [] }

test('unknown facts are listed, and those that only films have are not listed for a box set', () => {
  expect(found([SET])).toMatchObject({
    'IMDb unknown': [],
    'Running time unknown': ['1 One', '2 Two'],
    'Country unknown': ['3 A Set'],
    'Box set without its films': [],
  })
  expect(found()).toMatchObject({ 'IMDb unknown': ['3 A Set'], 'Box set without its films': ['3 A Set'] })
})

test('flags that are inferred or unknown are listed until somebody changes them', () => {
  expect(found()).toMatchObject({
    'DVD inferred': ['1'],
    'Blu-ray inferred': [],
    '4K Ultra HD unknown': ['1'],
  })
  expect(found([], '', { dvd: false })).toMatchObject({ 'DVD inferred': [], 'LaserDisc inferred': ['1'] })
})

test('evidence against a flag is listed until the flag agrees with it', () => {
  const doubt = 'spine,column,value,as_of,basis,source\n1,dvd_oop,true,2023-05,inferred,a page\n'
  expect(found([], doubt)).toMatchObject({
    'Flag in doubt': ['1 One: DVD out of print may be yes (inferred; a page)'],
  })
  expect(found([], doubt, { dvd_oop: true })).toMatchObject({ 'Flag in doubt': [] })
})

test('names that differ only in accents or order, and addresses of several films are listed', () => {
  expect(found()).toMatchObject({
    'Name in several spellings': ['Yasujiro Ozu (1) / Ozu Yasujirō (2)'],
    'IMDb of several films': ['1 One / 2 Two'],
  })
})

test('a film that has a spine, but is in a set without it, is listed', () => {
  const film = { spine: null, title: 'ONE', director: null, year: 1951 }
  expect(found([{ ...SET, films: [film, { ...film, year: 1950 }] }])).toMatchObject({
    'Film of a set that has a spine': ['1 One in A Set'],
  })
})
