import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FLAGS } from '../film/formats.ts'
import { readFormatsCsv, writeFormatsCsv } from './formats-csv.ts'

const HEADER = 'Spine,Laserdisc,DVD,Blu-ray,4K,OOP_Laserdisc,OOP_DVD,OOP_Blu-ray,OOP_4K'
const TWO_FILMS = `${HEADER}\n1,X,,,,X,,,\n2,,X,X,,,X,,\n`

/** What the rows say: spine and the flags that are set. */
function said(csv: string): [number, ...string[]][] {
  return readFormatsCsv(csv).rows.map(({ spine, flags }) => [spine, ...FLAGS.filter((flag) => flags[flag])])
}

const SAID = [
  [1, 'laserdisc', 'laserdisc_oop'],
  [2, 'dvd', 'bluray', 'dvd_oop'],
]

test('a written file is read back the same', () => {
  const csv = readFileSync('public/film-formats.csv', 'utf8')
  const { rows, problems, warnings } = readFormatsCsv(csv)
  expect(rows).toHaveLength(1299)
  expect([...problems, ...warnings]).toEqual([])
  expect(writeFormatsCsv(rows.map(({ spine, flags }) => ({ spine, ...flags })))).toBe(csv)
})

describe('the same rows are read from', () => {
  test.each([
    ['as it is known', TWO_FILMS],
    [
      'with the columns in another order',
      'OOP_4K,OOP_Blu-ray,OOP_DVD,OOP_Laserdisc,Spine,4K,Blu-ray,DVD,Laserdisc\n,,,X,1,,,,X\n,,X,,2,,X,X,\n',
    ],
    ['with x in lower case', TWO_FILMS.replaceAll('X', 'x')],
    ['with the header in another case', TWO_FILMS.replace(HEADER, HEADER.toUpperCase())],
    ['behind a byte order mark', `\uFEFF${TWO_FILMS}`],
    ['with CRLF', TWO_FILMS.replaceAll('\n', '\r\n')],
    ['with CR', TWO_FILMS.replaceAll('\n', '\r')],
    ['without a last line end', TWO_FILMS.trimEnd()],
    ['with semicolons', TWO_FILMS.replaceAll(',', ';')],
    ['with tabs', TWO_FILMS.replaceAll(',', '\t')],
    ['with blanks around the cells', TWO_FILMS.replaceAll(',', ' , ')],
    ['with every cell quoted', TWO_FILMS.replaceAll(/^.+$/gm, (line) => `"${line.replaceAll(',', '","')}"`)],
    ['with blank lines', `\n\n${TWO_FILMS.replaceAll('\n', '\n\n,,,,,,,,\n')}`],
    ['with empty cells beyond the header', TWO_FILMS.replaceAll(/(?<=^\d.*)$/gm, ',,')],
  ])('%s', (_, csv) => {
    const { problems, warnings } = readFormatsCsv(csv)
    expect([...problems, ...warnings]).toEqual([])
    expect(said(csv)).toEqual(SAID)
  })
})

test('an unknown column is reported and ignored, with the content of its quotes', () => {
  const csv = `Notes,${HEADER}\n"one, ""two""\nthree",1,X,,,,X,,,\n,2,,X,X,,,X,,\n`
  expect(said(csv)).toEqual(SAID)
  expect(readFormatsCsv(csv)).toMatchObject({
    problems: [],
    warnings: [{ line: 1, message: expect.stringContaining('“Notes”') }],
  })
})

test('an out-of-print flag without its format is a warning, and the rest of the line is used', () => {
  const csv = `${HEADER}\n1,,X,,,,,,X\n`
  expect(said(csv)).toEqual([[1, 'dvd']])
  expect(readFormatsCsv(csv)).toMatchObject({
    problems: [],
    warnings: [{ line: 2, message: 'spine 1 has OOP_4K without 4K, so OOP_4K is passed over' }],
  })
})

describe('nothing is read from a file', () => {
  test.each([
    ['that is empty', '', 'the file is empty'],
    ['of blank lines', '\n \n\r\n', 'the file is empty'],
    ['without a header', '1,X,,,,X,,,\n', 'lacks the columns “Spine”, “Laserdisc”'],
    ['that lacks a column', HEADER.replace('DVD,', ''), 'lacks the column “DVD”'],
    ['with a column written wrongly', HEADER.replace('OOP_4K', 'OOP_UHD'), 'the column “OOP_4K”'],
    ['with a column twice', `${HEADER},dvd`, '“dvd” more than once'],
    ['with an open quotation mark in the header', `"${HEADER}\n1,X,,,,X,,,`, 'quotation mark'],
    ['that is not text', '\0\u0001PNG\uFFFD\uFFFD\n\0', 'lacks the columns'],
  ])('%s', (_, csv, words) => {
    const { rows, problems } = readFormatsCsv(csv)
    expect(rows).toEqual([])
    expect(problems[0]).toMatchObject({ line: 1, message: expect.stringContaining(words) })
  })
})

test('a misspelled column is reported beside the missing one', () => {
  const { problems } = readFormatsCsv(HEADER.replace('OOP_4K', 'OOP_UHD'))
  expect(problems.map(({ message }) => message)).toEqual([
    'the header lacks the column “OOP_4K”',
    'the header has the column “OOP_UHD” instead',
  ])
})

describe('a line is not used, and is reported:', () => {
  test.each([
    ['with too few cells', '3,X', 'has 2 cells where the header has 9'],
    ['with too many cells', '3,X,,,,X,,,,X', 'has 10 cells where the header has 9'],
    ['without a spine', ',X,,,,X,,,', 'spine is missing'],
    ['with spine 0', '0,X,,,,X,,,', 'spine “0” must be a whole number'],
    ['with a spine that is not a number', '1e3,X,,,,X,,,', 'spine “1e3” must be'],
    ['with a word where X can stand', '3,X,yes,,,X,,,', 'DVD holds “yes” where only X or nothing can stand'],
    ['with a false one', '3,X,FALSE,,,X,,,', 'DVD holds “FALSE”'],
  ])('%s', (_, line, words) => {
    const csv = `${TWO_FILMS}${line}\n4,X,,,,,,,\n`
    const { problems } = readFormatsCsv(csv)
    expect(said(csv)).toEqual([...SAID, [4, 'laserdisc']])
    expect(problems).toMatchObject([{ line: 4, message: expect.stringContaining(words) }])
  })
})

test('a quotation that does not end is reported with the lines that it contains', () => {
  const csv = `${TWO_FILMS}3,"X,,,,,,,\n4,X,,,,,,,\n5,X,,,,,,,\n`
  expect(said(csv)).toEqual(SAID)
  expect(readFormatsCsv(csv).problems).toMatchObject([
    { line: 4, message: 'has a quotation mark out of place, which takes everything up to line 6 along' },
  ])
})

test('a line after a quoted line break has the number that an editor shows', () => {
  const { problems } = readFormatsCsv(`${HEADER},Notes\n1,X,,,,X,,,,"a\r\n\r\nb"\nx,,,,,,,,,\n`)
  expect(problems).toMatchObject([{ line: 5 }])
})

test('a spine that occurs twice is not used, and each of its lines is reported', () => {
  const csv = `${TWO_FILMS}1,,X,,,,,,\n1,,,X,,,,,\n`
  expect(said(csv)).toEqual([SAID[1]])
  expect(readFormatsCsv(csv).problems).toMatchObject([
    { line: 2, message: 'spine 1 stands on line 4 once more, so neither is used' },
    { line: 4, message: 'spine 1 stands on line 2 already, so neither is used' },
    { line: 5, message: 'spine 1 stands on line 2 already, so neither is used' },
  ])
})

test('a hundred thousand lines take seconds of processor time', () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `${index + 1},X,X,,,,X,,`)
  const start = process.cpuUsage()
  expect(readFormatsCsv(`${HEADER}\n${lines.join('\n')}`).rows).toHaveLength(100_000)
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(3000)
})
