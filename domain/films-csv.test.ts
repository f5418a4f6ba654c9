import { describe, expect, test } from 'vitest'
import { readFilmsCsv } from './films-csv.ts'

const problemsOf = (csv: string) => readFilmsCsv(csv).problems

test('columns are found by name in any order, with any line ends, behind a byte order mark', () => {
  const { films, problems } = readFilmsCsv(
    '\uFEFFdirector,dvd,spine,title\r\nYasujirō Ozu,TRUE,1,"Good, Morning"\r\n',
  )
  expect(problems).toEqual([])
  expect(films).toEqual([{ spine: 1, title: 'Good, Morning', director: 'Yasujirō Ozu', dvd: true }])
})

test('empty cells of optional columns are unknown, not empty text', () => {
  const { films } = readFilmsCsv('spine,title,director,country,year,imdb_link\n1,a,b,,,\n')
  expect(films[0]).toMatchObject({ country: null, year: null, imdb_link: null })
})

describe('a problem names its line', () => {
  test.each([
    ['an empty file', '', 1, 'empty'],
    ['a missing column', 'spine,title\n1,a\n', 1, 'lacks the column director'],
    ['an unknown column', 'spine,title,director,constructor\n', 1, 'unknown column "constructor"'],
    ['a flag without its format', 'spine,title,director,dvd_oop\n', 1, 'dvd_oop without dvd'],
    ['a repeated column', 'spine,title,director,spine\n', 1, 'twice'],
    ['semicolons for commas', 'spine;title;director\n1;a;b\n', 1, 'lacks the column spine'],
    ['too few cells', 'spine,title,director\n1,a\n', 2, '2 cells where the header has 3'],
    ['spine zero', 'spine,title,director\n0,a,b\n', 2, 'from 1'],
    ['a spine that is no number', 'spine,title,director\n1e3,a,b\n', 2, 'whole number'],
    ['an empty title', 'spine,title,director\n1,  ,b\n', 2, 'title'],
    ['a title with a zero character', 'spine,title,director\n1,a\0b,c\n', 2, 'UTF-8'],
    ['a title in another encoding', 'spine,title,director\n1,Am\uFFFDlie,c\n', 2, 'UTF-8'],
    ['a title no index takes', `spine,title,director\n1,${'x'.repeat(501)},c\n`, 2, 'longer than 500'],
    ['a spine twice', 'spine,title,director\n1,a,b\n2,a,b\n1,c,d\n', 4, 'on line 2 already'],
    ['a line behind a quoted line break', 'spine,title,director\n1,"a\n\nb",c\n2,a,\n', 5, 'director'],
    ['a flag that is no flag', 'spine,title,director,dvd\n1,a,b,X\n', 2, 'true or false'],
    [
      'out of print without the format',
      'spine,title,director,dvd,dvd_oop\n1,a,b,false,true\n',
      2,
      'without dvd',
    ],
    [
      'a link that is no address',
      'spine,title,director,ebay_link\n1,a,b,javascript:alert(1)\n',
      2,
      'http(s)',
    ],
    ['a quotation mark out of place', 'spine,title,director\n1,"a"x,b\n', 2, 'quotation mark'],
    ['a year out of range', 'spine,title,director,year\n1,a,b,19999\n', 2, '1870 to 2100'],
  ])('%s', (_, csv, line, words) => {
    const [problem] = problemsOf(csv)
    expect(problem?.line).toBe(line)
    expect(problem?.message).toContain(words)
  })
})

test('every wrong row is named, not only the first', () => {
  expect(problemsOf('spine,title,director\nx,a,b\n2,a,b\n3,,b\n').map(({ line }) => line)).toEqual([2, 4])
})
