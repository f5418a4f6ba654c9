import { fold } from '../../search/fold.ts'
import type { ImportRow } from '../row.ts'
import { type CatalogueIndex, type IndexedFilm, keysOf, WORD_LENGTH } from './catalogue-index.ts'
import { likeness, titleKey } from './title-key.ts'

/** Why a row is a film. */
export type Reason =
  | 'spine'
  | 'criterion.com'
  | 'Letterboxd'
  | 'IMDb'
  | 'TMDB'
  | 'spine in a note'
  | 'title and year'
  | 'title, year and director'

interface Candidate {
  film: IndexedFilm
  /** What does not fit: `Year differs`. Empty if the row only lacks a year, because the row shows that. */
  why: string
}

export type Match =
  | { status: 'sure'; film: IndexedFilm; reason: Reason }
  /** One to three candidates, the likeliest first. */
  | { status: 'ask'; candidates: readonly Candidate[] }
  | { status: 'none'; why: string }

const CANDIDATES = 3
/** The least likeness of two titles that are offered for each other, with and without the same year. */
const LIKE = 0.72
const LIKE_WITHOUT_YEAR = 0.82
/** The least likeness of a title to that of the film whose spine stands beside it. */
const SAME_FILM = 0.6

/**
 * Finds the film of a row. The first of these keys decides: the spine, the page at criterion.com, at Letterboxd, at
 * IMDb, at TMDB, a spine in a note, title and year, title with a year one off and the director. A title alone is
 * a question, and so are keys that name different films and a spine beside another title.
 * @param isExact whether the spines are known to be those of this catalogue.
 */
export function matchRow(row: ImportRow, index: CatalogueIndex, isExact = false): Match {
  if (row.unusable !== undefined) return { status: 'none', why: row.unusable }
  const keys = titlesOf(row)
  const found = byKeys(row, keys, index, isExact)
  const [first] = found
  if (!first) return byTitle(row, keys, index)
  const [film, ...others] = first.films
  const agreed = found.every(({ films }) => film && films.includes(film))
  if (film && others.length === 0 && agreed && first.contradiction === undefined) {
    return { status: 'sure', film, reason: first.reason }
  }
  const named = found.flatMap(({ films, reason, contradiction }) =>
    films.map((film) => ({
      film,
      why: contradiction ?? (agreed ? `one of several by ${reason}` : `by ${reason}`),
    })),
  )
  return ask([...named, ...likely(row, keys, index)])
}

interface Found {
  reason: Reason
  films: readonly IndexedFilm[]
  contradiction?: string
}

/** The films that each key of the row names, in the order in which keys decide. */
function byKeys(row: ImportRow, keys: readonly string[], index: CatalogueIndex, isExact: boolean): Found[] {
  const { criterion, letterboxd, imdb, tmdb } = row
  const keyed = (reason: Reason, key: string | false | undefined): Found | undefined => {
    const films = key ? index.byKey.get(key) : undefined
    return films && { reason, films }
  }
  const numbered = (reason: Reason, spine: number | undefined): Found | undefined => {
    const film = index.bySpine.get(spine ?? 0)
    if (!film) return undefined
    if (isExact || agrees(row, keys, film, index, reason === 'spine in a note'))
      return { reason, films: [film] }
    return { reason, films: [film], contradiction: `Spine ${film.spine}, but another title` }
  }
  return [
    numbered('spine', row.spine),
    keyed('criterion.com', criterion && `${criterion.kind} ${criterion.id}`),
    keyed('Letterboxd', letterboxd && `letterboxd ${letterboxd}`),
    keyed('IMDb', imdb && `imdb ${imdb}`),
    keyed('TMDB', tmdb !== undefined && `tmdb ${tmdb}`),
    numbered('spine in a note', row.noteSpine),
  ].filter((found) => found !== undefined)
}

/**
 * Whether a row with the spine of a film means that film or, for a box set, one of its films. The title and the year
 * show this, if the row has them: other labels number their discs, too, and people mistype.
 * @param isNamed whether the number is called a spine, so that it may stand beside any film of a set.
 */
function agrees(
  row: ImportRow,
  keys: readonly string[],
  film: IndexedFilm,
  index: CatalogueIndex,
  isNamed: boolean,
): boolean {
  if (keys.length === 0) return true
  const within = index.within.get(film) ?? []
  if (keys.some((key) => within.includes(key))) return true
  if (isNamed && isSet(film)) return true
  const alike = (index.keys.get(film) ?? []).some((title) =>
    keys.some((key) => likeness(key, title) >= SAME_FILM || contains(key, title) || contains(title, key)),
  )
  return alike && (isSet(film) || yearsApart(row, film) <= 1)
}

function byTitle(row: ImportRow, keys: readonly string[], index: CatalogueIndex): Match {
  const same = withTitle(keys, index)
  if (row.year !== undefined) {
    const near = same.filter((film) => yearsApart(row, film) <= 1)
    const [exact, ...more] = near.filter((film) => film.year === row.year)
    if (exact && more.length === 0 && isUndoubted(row, exact, near, index)) {
      return { status: 'sure', film: exact, reason: 'title and year' }
    }
    const [close] = near
    if (close && near.length === 1 && sameDirector(row, close) && isUndoubted(row, close, near, index)) {
      return { status: 'sure', film: close, reason: 'title, year and director' }
    }
  }
  return ask(likely(row, keys, index))
}

/** Whether nothing in the row speaks against a film whose title it has, and no other film could be meant. */
function isUndoubted(
  row: ImportRow,
  film: IndexedFilm,
  near: readonly IndexedFilm[],
  index: CatalogueIndex,
): boolean {
  return (
    !contradicts(row, film) &&
    (!row.director || sameDirector(row, film)) &&
    near.every((other) => other === film) &&
    versionsOf(film, index).length === 0
  )
}

/** Films whose title continues that of another one, of about the same year: `Fanny and Alexander: Theatrical Version`. */
function versionsOf(film: IndexedFilm, index: CatalogueIndex): IndexedFilm[] {
  const keys = index.keys.get(film) ?? []
  return [...sharingWords(keys, index)].filter(
    (other) =>
      other !== film &&
      Math.abs((other.year ?? 0) - (film.year ?? 0)) <= 1 &&
      (index.keys.get(other) ?? []).some((title) => keys.some((key) => title.startsWith(`${key} `))) &&
      sharesDirector(film.director, other.director),
  )
}

/** The films that a row may be, the likeliest first. */
function likely(row: ImportRow, keys: readonly string[], index: CatalogueIndex): Candidate[] {
  if (keys.length === 0) return []
  const found = new Map<IndexedFilm, { score: number; why: string }>()
  const offer = (film: IndexedFilm, score: number, why: string) => {
    if ((found.get(film)?.score ?? 0) < score) found.set(film, { score, why })
  }
  const least = row.year === undefined ? LIKE_WITHOUT_YEAR : LIKE
  for (const film of sharingWords(keys, index, row.year)) {
    const like = greatestLikeness(index.keys.get(film) ?? [], keys, least)
    if (like >= least && like < 1 && !contradicts(row, film)) offer(film, like, 'Another title')
  }
  for (const film of withTitle(keys, index)) {
    const apart = yearsApart(row, film)
    const isOther = contradicts(row, film) || (Boolean(row.director) && !sameDirector(row, film))
    if (apart > 1 && isOther && !isSet(film)) continue
    offer(film, 3 - Math.min(apart, 100) / 100 - Number(isOther), whyNot(row, film, isOther))
    for (const version of versionsOf(film, index)) offer(version, 2, 'Another version')
  }
  for (const { set, year } of keys.flatMap((key) => index.members.get(key) ?? [])) {
    if (row.year === undefined || year === null || Math.abs(row.year - year) <= 1)
      offer(set, 2.5, 'A set with this film')
  }
  return [...found]
    .sort(([one, a], [other, b]) => b.score - a.score || one.spine - other.spine)
    .map(([film, { why }]) => ({ film, why }))
}

function greatestLikeness(titles: readonly string[], keys: readonly string[], least: number): number {
  let greatest = 0
  for (const title of titles) {
    for (const key of keys) {
      // Texts of so different lengths share too few pairs.
      const most = (2 * Math.min(title.length, key.length)) / (title.length + key.length)
      if (most >= least) greatest = Math.max(greatest, likeness(key, title))
    }
  }
  return greatest
}

function whyNot(row: ImportRow, film: IndexedFilm, isOther: boolean): string {
  if (row.year === undefined) return ''
  if (yearsApart(row, film) > 0) return isSet(film) ? 'Year differs; a set' : 'Year differs'
  return isOther ? 'Another film by its id or director' : 'One of several'
}

function ask(candidates: readonly Candidate[]): Match {
  const distinct = candidates.filter(
    ({ film }, at) => candidates.findIndex((other) => other.film === film) === at,
  )
  if (distinct.length === 0) return { status: 'none', why: 'not in the collection' }
  return { status: 'ask', candidates: distinct.slice(0, CANDIDATES) }
}

/** Whether the row has an id that another film has. */
function contradicts(row: ImportRow, film: IndexedFilm): boolean {
  const own = keysOf(film)
  const ids = [
    row.imdb && `imdb ${row.imdb}`,
    row.letterboxd && !row.letterboxd.startsWith('film/') && `letterboxd ${row.letterboxd}`,
    row.tmdb && `tmdb ${row.tmdb}`,
  ]
  return ids.some(
    (id) => id && !own.includes(id) && own.some((key) => key.split(' ')[0] === id.split(' ')[0]),
  )
}

function titlesOf({ title, otherTitle, letterboxd }: ImportRow): string[] {
  const titles = [title, otherTitle].filter((text) => text !== undefined && text !== '') as string[]
  if (titles.length > 0) return [...new Set(titles.map((text) => titleKey(text.replace(/\(\d{4}\)$/, ''))))]
  // An address of Letterboxd has the title, and the year where several films share it: `film/weekend-2011`.
  const slug = letterboxd?.startsWith('film/') ? letterboxd.slice('film/'.length) : ''
  return slug ? [titleKey(slug.replace(/-(?:\d|(?:18|19|20)\d\d)$/, '').replaceAll('-', ' '))] : []
}

function withTitle(keys: readonly string[], index: CatalogueIndex): readonly IndexedFilm[] {
  const found = keys.map((key) => index.byTitle.get(key) ?? [])
  return found.length === 1 && found[0] ? found[0] : [...new Set(found.flat())]
}

/** @param year leaves out films that are more than a year older or newer; undefined leaves out none. */
function sharingWords(
  keys: readonly string[],
  index: CatalogueIndex,
  year?: number,
): ReadonlySet<IndexedFilm> {
  const films = new Set<IndexedFilm>()
  for (const key of keys) {
    for (const word of key.split(' ')) {
      if (word.length < WORD_LENGTH) continue
      for (const film of index.byWord.get(word) ?? []) {
        if (year === undefined || film.year === null || Math.abs(film.year - year) <= 1) films.add(film)
      }
    }
  }
  return films
}

function contains(whole: string, part: string): boolean {
  return part.length >= WORD_LENGTH && ` ${whole} `.includes(` ${part} `)
}

function yearsApart(row: ImportRow, film: IndexedFilm): number {
  return row.year === undefined || film.year === null ? 0 : Math.abs(row.year - film.year)
}

/** A box set with a spine, whose year and director are those of one of its films. */
function isSet(film: IndexedFilm): boolean {
  return film.product_url?.includes('/boxsets/') ?? false
}

function sameDirector(row: ImportRow, film: IndexedFilm): boolean {
  return Boolean(row.director) && sharesDirector(row.director ?? '', film.director)
}

/** Whether two lists of directors share a surname, or one of them a whole name in another order. */
function sharesDirector(one: string, other: string): boolean {
  const [names, others] = [surnames(one), surnames(other)]
  const [words, otherWords] = [wordsOf(one), wordsOf(other)]
  return names.some((name) => otherWords.has(name)) || others.some((name) => words.has(name))
}

function surnames(directors: string): string[] {
  const people = fold(directors).split(/,|;|\/|&|\band\b/)
  return people.flatMap(
    (person) =>
      person
        .trim()
        .split(/[\s.]+/)
        .at(-1) || [],
  )
}

function wordsOf(directors: string): ReadonlySet<string> {
  return new Set(fold(directors).split(/[\s.,;/&]+/))
}
