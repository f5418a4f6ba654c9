import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { Film } from '../film/columns.ts'
import { lineFault, linkFault } from '../film/rules.ts'
import { readFilmsCsv, writeFilmsCsv } from './films-csv.ts'

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
    ['a spine that is not a number', 'spine,title,director\n1e3,a,b\n', 2, 'whole number'],
    ['an empty title', 'spine,title,director\n1,  ,b\n', 2, 'title'],
    ['a title with a zero character', 'spine,title,director\n1,a\0b,c\n', 2, 'UTF-8'],
    ['a title in another encoding', 'spine,title,director\n1,Am\uFFFDlie,c\n', 2, 'UTF-8'],
    ['a title of two lines', 'spine,title,director\n1,"a\nb",c\n', 2, 'line break'],
    ['a link with a blank in it', 'spine,title,director,ebay_link\n1,a,b,https://x/y z\n', 2, 'blank'],
    ['a link to nowhere', 'spine,title,director,ebay_link\n1,a,b,http://\n', 2, 'http(s)'],
    ['a title no index takes', `spine,title,director\n1,${'x'.repeat(501)},c\n`, 2, 'longer than 500'],
    ['a spine twice', 'spine,title,director\n1,a,b\n2,a,b\n1,c,d\n', 4, 'on line 2 already'],
    ['a line behind a quoted line break', 'spine,title,director\n1,"a\n\n",c\n2,a,\n', 5, 'director'],
    ['a flag with another value', 'spine,title,director,dvd\n1,a,b,X\n', 2, 'true or false'],
    [
      'out of print without the format',
      'spine,title,director,dvd,dvd_oop\n1,a,b,false,true\n',
      2,
      'without dvd',
    ],
    [
      'a link that is not an address',
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

test('every wrong row is reported, not only the first', () => {
  expect(problemsOf('spine,title,director\nx,a,b\n2,a,b\n3,,b\n').map(({ line }) => line)).toEqual([2, 4])
})

describe('a written catalogue file', () => {
  const film: Film = {
    spine: 1,
    title: '=HYPERLINK("http://x")',
    director: 'Ōzu, "Yasujirō"',
    country: null,
    year: 1953,
    running_time: 137,
    language: 'Japanese, =English',
    sort_title: '=HYPERLINK',
    sort_director: null,
    laserdisc: false,
    dvd: true,
    bluray: false,
    bluray_4k: false,
    laserdisc_oop: false,
    dvd_oop: true,
    bluray_oop: false,
    bluray_4k_oop: false,
    product_url: null,
    box_art_url: null,
    imdb_link: 'https://x/?a=1,2',
    letterboxd_link: null,
    tmdb_id: 18148,
    wikipedia_link: null,
    bluray_com_link: null,
    amazon_link: null,
    ebay_link: null,
  }

  test('a written file has the known columns, a byte order mark and no formula', () => {
    const [header, row, end] = writeFilmsCsv([film]).split('\r\n')
    expect(header).toMatch(/^\uFEFFspine,title,director,country,year,.*,laserdisc,.*,ebay_link$/)
    expect(row).toBe(
      `1,"'=HYPERLINK(""http://x"")","Ōzu, ""Yasujirō""",,1953,137,"Japanese, =English",'=HYPERLINK,,false,true,false,false,false,true,false,false,,,"https://x/?a=1,2",,18148,,,,`,
    )
    expect(end).toBe('')
  })

  test('a written file is read as the same films, for any texts', () => {
    const sign = fc.constantFrom(...`='+-@", é👩ā؟a;`)
    const line = fc
      .oneof(fc.string({ unit: sign, maxLength: 9 }), fc.string({ unit: 'binary', maxLength: 20 }))
      .filter((text) => lineFault(text) === undefined)
    const link = fc
      .string({ unit: sign, maxLength: 9 })
      .map((end) => `https://x/${end}`)
      .filter((text) => linkFault(text) === undefined)
    const any = fc.record({
      title: line,
      director: line,
      country: fc.option(line),
      year: fc.option(fc.integer({ min: 1870, max: 2100 })),
      ebay_link: fc.option(link),
      bluray: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(any), (parts) => {
        const films = parts.map((part, index) => ({ ...film, ...part, spine: index + 1 }))
        expect(readFilmsCsv(writeFilmsCsv(films))).toMatchObject({ films, problems: [] })
      }),
    )
  })

  test.each(['title', 'director', 'country', 'ebay_link', 'product_url'] as const)(
    'has no formula as %s',
    (column) => {
      for (const text of ['=1+1', '+1', '-1', '@SUM(1)', '＝1', '＋1', '－1', '＠a', "'=1", '="a",b']) {
        const csv = writeFilmsCsv([{ ...film, [column]: text }])
        const { data } = Papa.parse<Record<string, string>>(csv.slice(1), { header: true })
        expect(data[0]?.[column]).toBe(`'${text}`)
      }
    },
  )

  test('a file without films is a header', () => {
    expect(readFilmsCsv(writeFilmsCsv([]))).toMatchObject({ films: [], problems: [] })
  })
})
