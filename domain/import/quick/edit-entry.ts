import { FORMAT_LABELS, type Format } from '../../film/formats.ts'
import type { CatalogueIndex, IndexedFilm } from '../match/catalogue-index.ts'
import { withoutFormats } from './formats-at-end.ts'
import { type Piece, parsePiece } from './parse-entry.ts'

/** Replaces a piece by a film, keeping its formats: `kill dvd` by `8 dvd`. */
export function withFilm(
  text: string,
  { start, end, formats }: Piece,
  film: IndexedFilm,
  index: CatalogueIndex,
): string {
  const title = film.title.replaceAll(',', ' ')
  const isClear = parsePiece(title, index).films.length === 1 && parsePiece(title, index).films[0] === film
  return splice(text, start, end, [isClear ? title : `#${film.spine}`, ...formats.map(wordOf)].join(' '))
}

/** Replaces a format in a piece: `97 4k` by `97 bd`. */
export function withFormat(text: string, piece: Piece, from: Format, to: Format): string {
  const { rest } = withoutFormats(piece.text)
  const formats = new Set(piece.formats.map((format) => (format === from ? to : format)))
  return splice(text, piece.start, piece.end, [rest, ...[...formats].map(wordOf)].join(' '))
}

function splice(text: string, start: number, end: number, piece: string): string {
  return text.slice(0, start) + piece + text.slice(end)
}

function wordOf(format: Format): string {
  return FORMAT_LABELS[format].toLowerCase()
}
