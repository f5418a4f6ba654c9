import type { CatalogueIndex, IndexedFilm } from '../match/catalogue-index.ts'
import { matchRow } from '../match/match.ts'
import { titleKey } from '../match/title-key.ts'

/** The films that a text names. */
export interface NamedFilms {
  /** Several only for a range of spines. */
  films: readonly IndexedFilm[]
  /** The films that an ambiguous text may name; for an unambiguous one, also other films whose title matches. */
  candidates: readonly IndexedFilm[]
  /** Why it names no film. */
  fault?: string
}

const CANDIDATES = 8

/**
 * The films that a text may name by their title. A single match is taken, because the person sees its cover before
 * adding it.
 */
export function filmsTitled(text: string, index: CatalogueIndex): NamedFilms {
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
