import Papa from 'papaparse'
import { FORMATS, type Format } from './formats.ts'

const HEADERS: Record<Format, string> = {
  laserdisc: 'Laserdisc',
  dvd: 'DVD',
  bluray: 'Blu-ray',
  bluray_4k: '4K',
}

type Flags = Partial<Record<Format | `${Format}_oop`, boolean>>

/** The file that format updates read: a row a spine, X for true, the columns in the order they are known in. */
export function writeFormatsCsv(films: ({ spine: number } & Flags)[]): string {
  const mark = (flag: boolean | undefined) => (flag ? 'X' : '')
  const rows = films.map((film) => ({
    Spine: film.spine,
    ...Object.fromEntries(FORMATS.map((format) => [HEADERS[format], mark(film[format])])),
    ...Object.fromEntries(FORMATS.map((format) => [`OOP_${HEADERS[format]}`, mark(film[`${format}_oop`])])),
  }))
  return `${Papa.unparse(rows, { newline: '\n' })}\n`
}
