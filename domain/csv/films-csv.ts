import Papa from 'papaparse'
import { FORMATS } from '../film/formats.ts'
import { lineFault, linkFault, spineFault, yearFault } from '../film/rules.ts'
import { forSpreadsheet, fromSpreadsheet } from './formula-cells.ts'
import { csvRecords } from './records.ts'

/** How the trimmed text of a cell is judged and read. */
interface Reader<Value> {
  fault(text: string): string | undefined
  read(text: string): Value
}

const optional = <Value>({ fault, read }: Reader<Value>): Reader<Value | null> => ({
  fault: (text) => (text === '' ? undefined : fault(text)),
  read: (text) => (text === '' ? null : read(text)),
})

const spine: Reader<number> = { fault: spineFault, read: Number }
const line: Reader<string> = { fault: lineFault, read: String }
const year = optional({ fault: yearFault, read: Number })
const link = optional({ fault: linkFault, read: String })
const flag: Reader<boolean> = {
  fault: (text) => (/^(true|false)$/i.test(text) ? undefined : 'must be true or false'),
  read: (text) => text.toLowerCase() === 'true',
}

/** The columns of a catalogue file, named and ordered as those of the films table. */
const COLUMNS = {
  spine,
  title: line,
  director: line,
  country: optional(line),
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

export const FILM_COLUMNS = Object.keys(COLUMNS) as FilmColumn[]

/** A film with every column of the file. */
export type WholeFilm = { [Column in FilmColumn]: ReturnType<(typeof COLUMNS)[Column]['read']> }

/** One row of the file: the columns its header names. */
type FilmRow = { spine: number } & Partial<WholeFilm>

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
  const [header, ...lines] = csvRecords(csv)
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

/**
 * Writes a catalogue file that {@link readFilmsCsv} reads as these very films: UTF-8 with a byte order mark, by which
 * spreadsheets know that é is one letter, and lines that end as RFC 4180 says. No cell is a formula.
 */
export function writeFilmsCsv(films: readonly WholeFilm[]): string {
  const rows = films.map((film) =>
    FILM_COLUMNS.map((column) => {
      const value = film[column]
      return typeof value === 'string' ? forSpreadsheet(value) : value
    }),
  )
  return `\uFEFF${Papa.unparse({ fields: FILM_COLUMNS, data: rows }, { newline: '\r\n' })}\r\n`
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
    const text = fromSpreadsheet((cells[index] ?? '').trim())
    const fault = COLUMNS[column].fault(text)
    if (fault) wrong.push(`${column} "${text.slice(0, 40)}" ${fault}`)
    else film[column] = COLUMNS[column].read(text)
  }
  for (const format of FORMATS) {
    if (film[`${format}_oop`] && film[format] === false) wrong.push(`${format}_oop is true without ${format}`)
  }
  return wrong.length > 0 ? { wrong } : { film: film as FilmRow, wrong }
}
