import Papa from 'papaparse'
import { z } from 'zod'
import { FORMATS } from './formats.ts'

const flag = z
  .stringFormat('flag', /^(true|false)$/i, 'must be true or false')
  .transform((cell) => cell.toLowerCase() === 'true')

/** A zero character no database takes; the other is what reading puts in the place of bytes that are not UTF-8. */
const PLAIN = /^[^\0\uFFFD]*$/
const NOT_PLAIN = 'has a character that is not text in UTF-8'

/** Far above any title's length, and below what an index takes. */
const TEXT_MAX_LENGTH = 500

const cell = z
  .string()
  .trim()
  .regex(PLAIN, NOT_PLAIN)
  .max(TEXT_MAX_LENGTH, `is longer than ${TEXT_MAX_LENGTH} characters`)

const text = cell.min(1, 'is empty')

const link = z
  .string()
  .trim()
  .regex(PLAIN, NOT_PLAIN)
  .refine((cell) => cell === '' || /^https?:\/\//i.test(cell), 'must be an http(s) address or empty')
  .transform((cell) => cell || null)

const spine = z
  .stringFormat('spine', /^\s*[1-9]\d{0,8}\s*$/, 'must be a whole number from 1')
  .transform(Number)

const year = z
  .stringFormat('year', /^\s*((18[7-9]|19\d|20\d)\d|2100)?\s*$/, 'must be a year from 1870 to 2100, or empty')
  .transform((cell) => (cell.trim() === '' ? null : Number(cell)))

/** The columns of a catalogue file, named and ordered as those of the films table. */
const COLUMNS = {
  spine,
  title: text,
  director: text,
  country: cell.transform((name) => name || null),
  year,
  laserdisc: flag,
  dvd: flag,
  bluray: flag,
  bluray_4k: flag,
  laserdisc_oop: flag,
  dvd_oop: flag,
  bluray_oop: flag,
  bluray_4k_oop: flag,
  product_url: link,
  box_art_url: link,
  imdb_link: link,
  letterboxd_link: link,
  wikipedia_link: link,
  bluray_com_link: link,
  amazon_link: link,
  ebay_link: link,
}

type FilmColumn = keyof typeof COLUMNS

/** One row of the file: the columns its header names. */
type FilmRow = { spine: number } & Partial<{
  [Column in FilmColumn]: z.output<(typeof COLUMNS)[Column]>
}>

/** What is wrong with the file, and where: `line` counts from 1, the header's. */
interface Problem {
  line: number
  message: string
}

export interface FilmsCsv {
  columns: FilmColumn[]
  films: FilmRow[]
  problems: Problem[]
}

const REQUIRED: readonly FilmColumn[] = ['spine', 'title', 'director']

/**
 * Reads a catalogue file: comma-separated (RFC 4180), UTF-8 with or without a byte order mark, columns
 * found by name in any order. Nothing of it is to be used while there are problems.
 */
export function readFilmsCsv(csv: string): FilmsCsv {
  const [header, ...lines] = records(csv)
  if (!header) return { columns: [], films: [], problems: [{ line: 1, message: 'The file is empty.' }] }

  const names = header.cells.map((name) => name.trim())
  const problems = headerProblems(names).map((message) => ({ line: header.line, message }))
  if (problems.length > 0) return { columns: [], films: [], problems }

  const columns = names as FilmColumn[]
  const lineOfSpine = new Map<number, number>()
  const films: FilmRow[] = []
  for (const { line, cells, malformed } of lines) {
    const { film, wrong } = malformed ? ({ wrong: [malformed] } as ReadRow) : readRow(columns, cells)
    const earlier = film && lineOfSpine.get(film.spine)
    if (earlier) wrong.push(`spine ${film.spine} stands on line ${earlier} already`)
    problems.push(...wrong.map((message) => ({ line, message })))
    if (!film) continue
    lineOfSpine.set(film.spine, line)
    films.push(film)
  }
  return { columns, films, problems }
}

function headerProblems(names: string[]): string[] {
  const missing = REQUIRED.filter((column) => !names.includes(column))
  const unknown = names.filter((name) => !Object.hasOwn(COLUMNS, name))
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  // Alone it could only be taken as false: a new row has no format yet when the two are compared.
  const alone = FORMATS.filter((format) => names.includes(`${format}_oop`) && !names.includes(format))
  return [
    ...missing.map((name) => `the header lacks the column ${name}`),
    ...unknown.map((name) => `the header names an unknown column "${name.slice(0, 40)}"`),
    ...alone.map((format) => `the header names ${format}_oop without ${format}`),
    ...repeated.map((name) => `the header names the column ${name.slice(0, 40)} twice`),
  ].slice(0, 10)
}

interface ReadRow {
  film?: FilmRow
  wrong: string[]
}

function readRow(columns: FilmColumn[], cells: string[]): ReadRow {
  if (cells.length !== columns.length) {
    return { wrong: [`has ${cells.length} cells where the header has ${columns.length}`] }
  }
  const wrong: string[] = []
  const film: Record<string, unknown> = {}
  for (const [index, column] of columns.entries()) {
    const cell = COLUMNS[column].safeParse(cells[index])
    if (cell.success) film[column] = cell.data
    else wrong.push(`${column} "${cells[index]?.slice(0, 40)}" ${cell.error.issues[0]?.message}`)
  }
  for (const format of FORMATS) {
    if (film[`${format}_oop`] && film[format] === false) wrong.push(`${format}_oop is true without ${format}`)
  }
  return wrong.length > 0 ? { wrong } : { film: film as FilmRow, wrong }
}

interface CsvRecord {
  line: number
  cells: string[]
  malformed: string | undefined
}

/** The records with the line each starts on; a quoted cell may hold line breaks. Blank lines are passed over. */
function records(csv: string): CsvRecord[] {
  const found: CsvRecord[] = []
  const source = csv.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  let start = 0
  let line = 1
  Papa.parse<string[]>(source, {
    delimiter: ',',
    newline: '\n',
    step: ({ data, meta, errors }) => {
      if (data.some((cell) => cell.trim() !== '')) {
        found.push({ line, cells: data, malformed: errors[0] && 'has a quotation mark out of place' })
      }
      for (
        let at = source.indexOf('\n', start);
        at >= 0 && at < meta.cursor;
        at = source.indexOf('\n', at + 1)
      ) {
        line++
      }
      start = meta.cursor
    },
  })
  return found
}
