import Papa from 'papaparse'
import { COLUMN_NAMES, FILM_COLUMNS, type Film, type FilmColumn } from '../film/columns.ts'
import { FORMATS } from '../film/formats.ts'
import { columnFault, readColumn } from '../film/rules.ts'
import { forSpreadsheet, fromSpreadsheet } from './formula-cells.ts'
import type { Problem } from './read-table.ts'
import { csvRecords } from './records.ts'

/** One row of the file: the columns its header names. */
type FilmRow = { spine: number } & Partial<Film>

export interface FilmsCsv {
  columns: FilmColumn[]
  films: FilmRow[]
  problems: Problem[]
}

const REQUIRED: readonly FilmColumn[] = ['spine', 'title', 'director']

/**
 * Reads a catalogue file: comma-separated (RFC 4180), UTF-8 with or without a byte order mark, columns found by name in
 * any order. Use nothing of it while there are problems.
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
    if (earlier) wrong.push(`spine ${film.spine} is on line ${earlier} already`)
    problems.push(...wrong.map((message) => ({ line, message })))
    if (!film) continue
    lineOfSpine.set(film.spine, line)
    films.push(film)
  }
  return { columns, films, problems }
}

/**
 * Writes a catalogue file that {@link readFilmsCsv} reads as the same films: UTF-8, with the byte order mark by which
 * spreadsheets recognise it, and the line ends of RFC 4180. No cell is a formula.
 */
export function writeFilmsCsv(films: readonly Film[]): string {
  const rows = films.map((film) =>
    COLUMN_NAMES.map((column) => {
      const value = film[column]
      return typeof value === 'string' ? forSpreadsheet(value) : value
    }),
  )
  return `\uFEFF${Papa.unparse({ fields: COLUMN_NAMES, data: rows }, { newline: '\r\n' })}\r\n`
}

function headerProblems(names: string[]): string[] {
  const missing = REQUIRED.filter((column) => !names.includes(column))
  const unknown = names.filter((name) => !Object.hasOwn(FILM_COLUMNS, name))
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  // Without its format's column the flag would always become false, because a new film has no format yet.
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
    const fault = columnFault(column, text)
    if (fault) wrong.push(`${column} "${text.slice(0, 40)}" ${fault}`)
    else film[column] = readColumn(column, text)
  }
  for (const format of FORMATS) {
    if (film[`${format}_oop`] && film[format] === false) wrong.push(`${format}_oop is true without ${format}`)
  }
  return wrong.length > 0 ? { wrong } : { film: film as FilmRow, wrong }
}
