import type { Tables } from '../../database.types.ts'
import { FORMATS } from '../../film/formats.ts'
import { keysIn } from '../read/values.ts'
import type { ImportRow } from '../row.ts'
import { titleKey } from './title-key.ts'

/** The columns of films that matching and the preview need. */
export const INDEXED_COLUMNS = [
  'id',
  'spine',
  'title',
  'director',
  'year',
  ...FORMATS,
  'product_url',
  'box_art_url',
  'imdb_link',
  'letterboxd_link',
  'tmdb_id',
] as const

export type IndexedFilm = Pick<Tables<'films'>, (typeof INDEXED_COLUMNS)[number]>

/** What the site knows of its films. */
export interface Catalogue {
  films: readonly IndexedFilm[]
  aliases: readonly Pick<Tables<'film_aliases'>, 'film_id' | 'kind' | 'value'>[]
  sets: readonly Pick<Tables<'sets'>, 'id' | 'film_id' | 'criterion_id' | 'title'>[]
  setFilms: readonly Pick<Tables<'set_films'>, 'set_id' | 'title' | 'year'>[]
}

/** A film without a spine in a box set with a spine. */
interface Member {
  set: IndexedFilm
  year: number | null
}

/**
 * The films of the catalogue by everything by which a file may name them. A value that several films share leads to all
 * of them.
 */
export interface CatalogueIndex {
  byId: ReadonlyMap<number, IndexedFilm>
  bySpine: ReadonlyMap<number, IndexedFilm>
  /** By a key such as `imdb tt0047478`, `letterboxd 2axi`, `tmdb 346`, `film 165`, `set 155`. */
  byKey: ReadonlyMap<string, readonly IndexedFilm[]>
  byTitle: ReadonlyMap<string, readonly IndexedFilm[]>
  /** By each longer word of a title. */
  byWord: ReadonlyMap<string, readonly IndexedFilm[]>
  members: ReadonlyMap<string, readonly Member[]>
  /** The titles of each film, as keys. */
  keys: ReadonlyMap<IndexedFilm, readonly string[]>
  /** All these keys as lines of one text, which is searched faster than each of them. */
  titles: TitleLines
  /** The titles, as keys, of the films without a spine in each box set with a spine. */
  within: ReadonlyMap<IndexedFilm, readonly string[]>
  /** Finds a set by its page at criterion.com, otherwise by its title; with its film if it has a spine. */
  setNamed: (set: NonNullable<ImportRow['set']>) => { id: number; film: IndexedFilm | undefined } | undefined
}

interface TitleLines {
  text: string
  /** The film of each line, by the offset of the line. */
  filmAt: ReadonlyMap<number, IndexedFilm>
}

/** Words of fewer letters occur in too many titles. */
export const WORD_LENGTH = 4

export function indexCatalogue({ films, aliases, sets, setFilms }: Catalogue): CatalogueIndex {
  const byId = new Map(films.map((film) => [film.id, film]))
  const direct = new Map<string, IndexedFilm[]>()
  const byTitle = new Map<string, IndexedFilm[]>()
  const keys = new Map<IndexedFilm, string[]>()
  for (const film of films) {
    for (const key of keysOf(film)) add(direct, key, film)
    addTitle(film, film.title)
  }
  const byKey = new Map(direct)
  for (const { film_id, kind, value } of aliases) {
    const film = byId.get(film_id)
    if (!film) continue
    const key = `${kind === 'criterion' ? 'film' : kind} ${value}`
    if (kind === 'title') addTitle(film, value)
    // The link of a film says more than the id of another one within its set.
    else if (!direct.has(key)) add(byKey, key, film)
  }

  const members = new Map<string, Member[]>()
  const within = new Map<IndexedFilm, string[]>()
  const setOf = new Map<number, IndexedFilm>()
  for (const { id, film_id, criterion_id } of sets) {
    const film = byId.get(film_id ?? 0)
    if (!film) continue
    setOf.set(id, film)
    if (criterion_id !== null && !direct.has(`set ${criterion_id}`)) add(byKey, `set ${criterion_id}`, film)
  }
  for (const { set_id, title, year } of setFilms) {
    const set = setOf.get(set_id)
    if (!set || title === null) continue
    add(members, titleKey(title), { set, year })
    add(within, set, titleKey(title))
  }

  const byWord = new Map<string, IndexedFilm[]>()
  for (const [film, titles] of keys) {
    for (const word of titles.flatMap((title) => title.split(' '))) {
      if (word.length >= WORD_LENGTH) add(byWord, word, film)
    }
  }
  const bySpine = new Map(films.map((film) => [film.spine, film]))
  const titles = linesOf(keys)
  return { byId, bySpine, byKey, byTitle, byWord, members, keys, titles, within, setNamed }

  function setNamed({ title, criterionId }: NonNullable<ImportRow['set']>) {
    const set =
      sets.find(({ criterion_id }) => criterion_id !== null && criterion_id === criterionId) ??
      sets.find((one) => one.title === title)
    return set && { id: set.id, film: byId.get(set.film_id ?? 0) }
  }

  function addTitle(film: IndexedFilm, title: string) {
    const key = titleKey(title)
    if (!keys.get(film)?.includes(key)) {
      add(byTitle, key, film)
      add(keys, film, key)
    }
  }
}

/** The keys of a film's links, as in `byKey`. */
export function keysOf(film: IndexedFilm): string[] {
  const { criterion } = keysIn(film.product_url ?? '')
  const { imdb } = keysIn(film.imdb_link ?? '')
  const { letterboxd } = keysIn(film.letterboxd_link ?? '')
  return [
    ...(criterion ? [`${criterion.kind} ${criterion.id}`] : []),
    ...(imdb !== undefined ? [`imdb ${imdb}`] : []),
    ...(letterboxd !== undefined ? [`letterboxd ${letterboxd}`] : []),
    ...(film.tmdb_id !== null ? [`tmdb ${film.tmdb_id}`] : []),
  ]
}

/** Each line stands between two line breaks. */
function linesOf(keys: ReadonlyMap<IndexedFilm, readonly string[]>): TitleLines {
  const filmAt = new Map<number, IndexedFilm>()
  let text = '\n'
  for (const [film, titles] of keys) {
    for (const title of titles) {
      filmAt.set(text.length, film)
      text += `${title}\n`
    }
  }
  return { text, filmAt }
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key)
  if (!known) map.set(key, [value])
  else if (!known.includes(value)) known.push(value)
}
