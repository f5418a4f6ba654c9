import type { Format } from '../../film/formats.ts'
import type { CatalogueIndex, IndexedFilm } from '../match/catalogue-index.ts'
import { matchRow } from '../match/match.ts'
import { titleKey } from '../match/title-key.ts'
import { keysIn } from '../read/values.ts'
import { filmsTitled, type NamedFilms } from './films-titled.ts'
import { withoutFormats } from './formats-at-end.ts'

/** A part of the text between commas or line breaks. */
export interface Piece extends NamedFilms {
  text: string
  /** Where it is in the text. */
  start: number
  end: number
  /** The formats it names; none where it does not say. */
  formats: readonly Format[]
}

/** A line with more commas is a list, not a title. */
const LONGEST_TITLE = 5

/** Parses a text such as `1-10, 52 bd, 97 4k, seven samurai dvd`: spines, ranges, titles, links and ids. */
export function parseEntry(text: string, index: CatalogueIndex): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const parts = line.split(',')
    for (let at = 0; at < parts.length; ) {
      const length = titleLength(parts, at, index)
      const part = parts.slice(at, at + length).join(',')
      const trimmed = part.trim()
      const from = start + part.indexOf(trimmed)
      if (trimmed !== '')
        pieces.push({ ...parsePiece(trimmed, index), text: trimmed, start: from, end: from + trimmed.length })
      start += part.length + 1
      at += length
    }
  }
  return pieces
}

/** How many parts from one on make a title that has commas itself: `Good Morning, Vietnam`. */
function titleLength(parts: readonly string[], at: number, index: CatalogueIndex): number {
  for (let length = Math.min(parts.length - at, LONGEST_TITLE); length > 1; length--) {
    const { rest } = withoutFormats(
      parts
        .slice(at, at + length)
        .join(',')
        .trim(),
    )
    // Not for numbers: `8, 1/2`.
    if (/\p{L}/u.test(parts[at] ?? '') && index.byTitle.has(titleKey(rest))) return length
  }
  return 1
}

type Parsed = NamedFilms & Pick<Piece, 'formats'>

const parsed = new WeakMap<CatalogueIndex, Map<string, Parsed>>()
/** The most parsed pieces that are cached. */
const MAX_CACHED = 5000

/** The same piece is parsed once, because each key press parses the whole text. */
export function parsePiece(text: string, index: CatalogueIndex): Parsed {
  const known = parsed.get(index) ?? new Map<string, Parsed>()
  parsed.set(index, known)
  const former = known.get(text)
  if (former) return former
  if (known.size > MAX_CACHED) known.clear()
  const piece = resolve(text, index)
  known.set(text, piece)
  return piece
}

function resolve(text: string, index: CatalogueIndex): Parsed {
  const { rest, formats } = withoutFormats(text)
  const named = (films: readonly IndexedFilm[]): Parsed => ({ films, formats, candidates: [] })
  const fault = (fault: string): Parsed => ({ films: [], formats, candidates: [], fault })
  const [, from, to] = /^#?(\d{1,5})\s*(?:-|–|—|to)\s*#?(\d{1,5})$/i.exec(rest) ?? []
  if (from !== undefined && to !== undefined) {
    const [first, last] = [Number(from), Number(to)].sort((one, other) => one - other) as [number, number]
    const films = [...index.bySpine.values()].filter(({ spine }) => spine >= first && spine <= last)
    return films.length > 0
      ? named(films.sort((one, other) => one.spine - other.spine))
      : fault('There is no such spine.')
  }
  const [, spine] = /^(?:spine\s*)?#?\s*(\d{1,5})$/i.exec(rest) ?? []
  if (spine !== undefined) {
    const film = index.bySpine.get(Number(spine))
    if (film) return named([film])
    // A year may be a title.
    const titled = index.byTitle.get(titleKey(rest)) ?? []
    return titled.length > 0
      ? { formats, ...filmsTitled(rest, index) }
      : fault(`There is no spine ${Number(spine)}.`)
  }
  const keys = keysIn(rest)
  if (Object.values(keys).some((key) => key !== undefined)) {
    const match = matchRow({ line: 1, ...keys }, index)
    if (match.status === 'sure') return named([match.film])
    if (match.status === 'ask')
      return { films: [], formats, candidates: match.candidates.map(({ film }) => film) }
    return fault('No title has this link or id.')
  }
  return { formats, ...filmsTitled(rest, index) }
}
