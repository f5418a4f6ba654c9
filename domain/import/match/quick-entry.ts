import { FORMAT_LABELS, FORMATS, type Format, formatOfKeyword } from '../../film/formats.ts'
import type { Mark } from '../../tracking/marks.ts'
import { chosenDiscs } from '../plan/plan.ts'
import { keysIn } from '../read/values.ts'
import type { CatalogueIndex, IndexedFilm } from './catalogue-index.ts'
import { matchRow } from './match.ts'
import { titleKey } from './title-key.ts'

/** A part of the text between commas or line breaks. */
export interface Piece {
  text: string
  /** Where it is in the text. */
  start: number
  end: number
  /** The films it names; several only for a range of spines. */
  films: readonly IndexedFilm[]
  /** The formats it names; none where it does not say. */
  formats: readonly Format[]
  /** The films it may mean, where it is not clear; also other films whose title begins like one that is. */
  candidates: readonly IndexedFilm[]
  /** Why it names no film. */
  fault?: string
}

const CANDIDATES = 8
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

type Parsed = Pick<Piece, 'films' | 'formats' | 'candidates' | 'fault'>

const parsed = new WeakMap<CatalogueIndex, Map<string, Parsed>>()
/** The most pieces kept. */
const MOST_KEPT = 5000

/** The same piece is parsed once, because each key press parses the whole text. */
function parsePiece(text: string, index: CatalogueIndex): Parsed {
  const known = parsed.get(index) ?? new Map<string, Parsed>()
  parsed.set(index, known)
  const former = known.get(text)
  if (former) return former
  if (known.size > MOST_KEPT) known.clear()
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
      ? { formats, ...byTitle(rest, index) }
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
  return { formats, ...byTitle(rest, index) }
}

/** A title of one film alone is taken here, because the person sees its cover before adding it. */
function byTitle(text: string, index: CatalogueIndex): Omit<Parsed, 'formats'> {
  const [, title = text, inBrackets] = /^(.+?)\s*\((\d{4})\)$/.exec(text) ?? []
  const [, before, after] = inBrackets ? [] : (/^(.+?)\s+(\d{4})$/.exec(text) ?? [])
  const year = inBrackets ?? after
  const found = year ? matchRow({ line: 1, title: before ?? title, year: Number(year) }, index) : undefined
  if (found?.status === 'sure') return { films: [found.film], candidates: [] }
  const candidates = containing(titleKey(text), index)
  const more = found?.status === 'ask' ? found.candidates.map(({ film }) => film) : []
  const all = [...new Set([...more, ...candidates])].slice(0, CANDIDATES)
  const [only, ...others] = all
  if (!only) return { films: [], candidates: [], fault: 'No title has these words.' }
  if (others.length === 0 && !found) return { films: [only], candidates: [] }
  const exact = index.byTitle.get(titleKey(text)) ?? []
  const isClear = exact.length === 1 && all.every((other) => !isVersion(exact[0], other))
  return { films: isClear ? exact : [], candidates: all }
}

/** `Three Colors: Red` is one of `Three Colors`. */
function isVersion(film: IndexedFilm | undefined, other: IndexedFilm): boolean {
  return film !== undefined && other.title.startsWith(`${film.title}:`)
}

/** The films with a title that contains a text at the beginning of a word; those that begin with it come first. */
function containing(key: string, { titles: { text, filmAt } }: CatalogueIndex): IndexedFilm[] {
  const ranks = new Map<IndexedFilm, number>()
  const note = (lineStart: number, rank: number) => {
    const film = filmAt.get(lineStart)
    if (film) ranks.set(film, Math.min(rank, ranks.get(film) ?? rank))
  }
  for (const at of positionsOf(`\n${key}`, text)) note(at + 1, text[at + 1 + key.length] === '\n' ? 0 : 1)
  for (const at of positionsOf(` ${key}`, text)) note(text.lastIndexOf('\n', at) + 1, 2)
  return [...ranks]
    .sort(
      ([one, rank], [other, otherRank]) =>
        rank - otherRank || one.title.length - other.title.length || one.spine - other.spine,
    )
    .slice(0, CANDIDATES)
    .map(([film]) => film)
}

function* positionsOf(wanted: string, text: string): Generator<number> {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) yield at
}

/** Separates the formats at the end of a piece: `seven samurai dvd`, `Ikiru (1952) Blu-ray, DVD`. */
function withoutFormats(text: string): { rest: string; formats: readonly Format[] } {
  const formats = new Set<Format>()
  let rest = text
  for (;;) {
    const [whole, before = '', word = ''] =
      /^(.*?)(?:^|[\s+/&]+)\(?(4k uhd|4k ultra hd|ultra hd|[\w-]+)\)?$/i.exec(rest) ?? []
    const format = whole === undefined ? undefined : (formatOfKeyword(word.toLowerCase()) ?? longName(word))
    if (!format || (before === '' && formats.size === 0 && !/[\s+/&]/.test(rest))) break
    formats.add(format)
    rest = before.trim()
  }
  // A title that is a format, such as a word alone, stays a title.
  return rest === ''
    ? { rest: text, formats: [] }
    : { rest, formats: FORMATS.filter((format) => formats.has(format)) }
}

function longName(word: string): Format | undefined {
  return /^(?:4k uhd|4k ultra hd|ultra hd)$/i.test(word) ? 'bluray_4k' : undefined
}

/** A disc that a piece names. */
export interface EntryDisc {
  film: IndexedFilm
  format: Format
  /** `add`: it is new. `yours`: it is owned already. `missing`: the film was never released in it. */
  state: 'add' | 'yours' | 'missing'
  /** The released format to take in its place. */
  instead?: Format | undefined
  /** The format that was meant, where another is taken because the film was not released in it. */
  noneIn?: Format | undefined
}

/**
 * The discs of a piece. A format that it names is refused where the film was never released in it; where it names none,
 * the usual formats count, or the best other one.
 */
export function discsOf(
  { films, formats }: Pick<Piece, 'films' | 'formats'>,
  usual: readonly Format[],
  has: (filmId: number, mark: Mark) => boolean,
): EntryDisc[] {
  const disc = (film: IndexedFilm, format: Format): EntryDisc => ({
    film,
    format,
    state: has(film.id, format) ? 'yours' : 'add',
  })
  return films.flatMap((film): EntryDisc[] => {
    const [best] = chosenDiscs(film, 'best')
    if (formats.length > 0) {
      return formats.map((format) =>
        film[format] || has(film.id, format)
          ? disc(film, format)
          : { film, format, state: 'missing', instead: insteadOf(film, format) },
      )
    }
    const released = chosenDiscs(film, usual)
    if (released.length > 0) return released.map((format) => disc(film, format))
    const [wanted] = usual
    const instead = wanted ? insteadOf(film, wanted) : best
    return instead ? [{ ...disc(film, instead), noneIn: wanted }] : []
  })
}

const NEXT: Record<Format, readonly Format[]> = {
  bluray_4k: ['bluray', 'dvd', 'laserdisc'],
  bluray: ['dvd', 'bluray_4k', 'laserdisc'],
  dvd: ['bluray', 'laserdisc', 'bluray_4k'],
  laserdisc: ['dvd', 'bluray', 'bluray_4k'],
}

/** The released format that is nearest to one that a film was never released in. */
function insteadOf(film: IndexedFilm, format: Format): Format | undefined {
  return NEXT[format].find((other) => film[other])
}

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
