import type { Json } from '../../../domain/database.types.ts'
import { definitionOf, type FilmColumn } from '../../../domain/film/columns.ts'
import { FORMAT_NAMES, FORMATS, type Format } from '../../../domain/film/formats.ts'

const SHOWN_OF_LINK = 48

/** The value of a column in words: yes, none, “Ikiru”; a link without its protocol, and shortened. */
export function inWords(column: FilmColumn, value: Json | undefined): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (column === 'title') return `“${value}”`
  if (definitionOf(column).kind !== 'link') return String(value)
  const address = String(value)
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/$/, '')
  return address.length > SHOWN_OF_LINK ? `${address.slice(0, SHOWN_OF_LINK)}…` : address
}

/** The formats that a film has been released in, by name. */
export function formatsInWords(film: { [format in Format]?: Json | undefined }): string[] {
  return FORMATS.filter((format) => film[format] === true).map((format) => FORMAT_NAMES[format])
}
