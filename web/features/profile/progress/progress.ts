import { FORMAT_NAMES, FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { countryNames, directorNames } from '../../../../domain/film/names.ts'
import type { FilterParams } from '../../../../domain/filters/filters.ts'
import { compareTexts } from '../../../../domain/offline/sql/collation.ts'
import { filmPath, profilePath, setPath } from '../../../../domain/paths.ts'
import { stringifySearch } from '../../../app/search-params.ts'
import { type Acquisitions, acquisitionsOf, type Copy } from './acquired/acquisitions.ts'

/** What `profile_progress` returns. */
export interface ProgressRow {
  user_id: string
  /** Who sees what the person owns. */
  visibility: string
  spines: number[]
  titles: string[]
  directors: string[]
  countries: (string | null)[]
  years: (number | null)[]
  /** The formats of each film, as a sum. */
  released: number[]
  owned: number[]
  /** Spines; null if the reader may not see what the person has watched. */
  watched: number[] | null
  /** Null if the reader may not see what the person wishes for. */
  wished: number | null
  sets: { id: number; title: string; spines: number[] }[]
  /** What was acquired by month or year, the copies without a date under an empty name; null for all but their owner. */
  acquired: Record<string, { spines: number[]; sets: number[] }> | null
}

/** A film as the wall shows it. */
export interface WallFilm {
  spine: number
  title: string
  director: string
  year: number | null
  /** The formats that the person owns, from the simplest to the best. */
  owned: Format[]
}

/** The parameters of the list of films that a number counts. */
export type ListSearch = FilterParams & { tab?: 'all' | 'unowned' | 'watched' }

/** How many films of a group the person owns. */
export interface Share {
  key: string
  label: string
  owned: number
  released: number
  /** The list of the films owned. */
  search: ListSearch
}

/** A share with one case for each film, by spine: true if it is owned. */
export interface CasedShare extends Share {
  cases: boolean[]
  isComplete: boolean
}

/** A number and the list that it counts. */
interface Figure {
  films: number
  search: ListSearch
}

export type Seen = Record<'owned' | 'unowned', Record<'watched' | 'unwatched', Figure>>

export interface Progress {
  films: WallFilm[]
  owned: number
  /** Null if the reader may not see that part. */
  watched: number | null
  wished: number | null
  formats: Share[]
  decades: Share[]
  countries: Share[]
  directors: CasedShare[]
  sets: CasedShare[]
  /** Whether films are watched, by whether they are owned. */
  seen: Seen | undefined
  acquisitions: Acquisitions | undefined
}

/** The address of a list of a person's films. */
export function listHref(username: string, search: ListSearch): string {
  return profilePath(username) + stringifySearch({ ...search })
}

/** A director of fewer films is not marked as complete: most have one or two. */
const LEAST_FOR_COMPLETE = 3

/** Makes all numbers of the page from one answer. Each equals the total of the list that has its parameters. */
export function progressOf(row: ProgressRow): Progress {
  const films = row.spines.map((spine, index) => {
    const released = formatsIn(row.released[index])
    const owned = formatsIn(row.owned[index])
    return { ...{ spine, released, owned }, ...wordsOf(row, index), isOwned: owned.length > 0 }
  })
  const owned = films.filter(({ isOwned }) => isOwned)
  return {
    films: films.map(({ spine, title, director, year, owned }) => ({ spine, title, director, year, owned })),
    owned: owned.length,
    watched: row.watched?.length ?? null,
    wished: row.wished,
    formats: FORMATS.map((format) => {
      const released = films.filter((film) => film.released.includes(format))
      return {
        key: format,
        label: FORMAT_NAMES[format],
        owned: released.filter((film) => film.owned.includes(format)).length,
        released: released.length,
        search: { available: format, owned: format },
      }
    }),
    decades: groups(films, ({ year }) => (year === null ? [] : [Math.floor(year / 10) * 10]))
      .toSorted(([a], [b]) => a - b)
      .map(([decade, group]) => ({
        ...shareOf(String(decade), `${decade}s`, group),
        search: { from: String(decade), to: String(decade + 9) },
      })),
    countries: groups(films, ({ country }) => countryNames(country))
      .map(([name, group]) => ({ ...shareOf(name, name, group), search: { country: [name] } }))
      .toSorted((a, b) => b.released - a.released || b.owned - a.owned || byLabel(a, b)),
    directors: groups(films, ({ director }) => directorNames(director))
      .map(([name, group]) => {
        return { ...casedShareOf(name, name, group, LEAST_FOR_COMPLETE), search: { director: [name] } }
      })
      .toSorted((a, b) => completeFirst(a, b) || b.owned - a.owned || byShare(a, b) || byLabel(a, b)),
    sets: setsOf(row, films),
    seen: row.watched ? seenOf(row.watched, films) : undefined,
    acquisitions: row.acquired ? acquisitionsOf(copiesOf(row, row.acquired)) : undefined,
  }
}

type Film = WallFilm & { country: string | null; released: Format[]; isOwned: boolean }

function wordsOf({ titles, directors, countries, years }: ProgressRow, index: number) {
  return {
    title: titles[index] ?? '',
    director: directors[index] ?? '',
    country: countries[index] ?? null,
    year: years[index] ?? null,
  }
}

function formatsIn(sum = 0): Format[] {
  return FORMATS.filter((_, index) => sum & (1 << index))
}

/** Groups films by keys, of which a film may have several, but counts once for each. */
function groups<Key>(films: readonly Film[], keysOf: (film: Film) => Key[]): [Key, Film[]][] {
  const found = new Map<Key, Film[]>()
  for (const film of films) {
    for (const key of new Set(keysOf(film))) {
      const group = found.get(key)
      if (group) group.push(film)
      else found.set(key, [film])
    }
  }
  return [...found]
}

function shareOf(key: string, label: string, films: readonly Film[]) {
  return { key, label, owned: films.filter(({ isOwned }) => isOwned).length, released: films.length }
}

function casedShareOf(key: string, label: string, films: readonly Film[], least: number) {
  const share = shareOf(key, label, films)
  const isComplete = share.owned === share.released && share.released >= least
  return { ...share, isComplete, cases: films.map(({ isOwned }) => isOwned) }
}

function setsOf({ sets }: ProgressRow, films: readonly Film[]): CasedShare[] {
  const bySpine = new Map(films.map((film) => [film.spine, film]))
  return sets
    .map(({ id, title, spines }) => {
      const members = [...new Set(spines)].flatMap((spine) => bySpine.get(spine) ?? [])
      return { ...casedShareOf(String(id), title, members, 1), search: { set: String(id) } }
    })
    .filter(({ released }) => released > 0)
    .toSorted((a, b) => byShare(a, b) || b.released - a.released || byLabel(a, b))
}

function copiesOf(
  { spines, titles, sets }: ProgressRow,
  acquired: NonNullable<ProgressRow['acquired']>,
): Record<string, Copy[]> {
  const ofFilms = new Map(
    spines.map((spine, index) => [spine, { title: titles[index] ?? '', path: filmPath(spine) }]),
  )
  const ofSets = new Map(sets.map(({ id, title }) => [id, { title, path: setPath(id) }]))
  return Object.fromEntries(
    Object.entries(acquired).map(([date, { spines, sets }]) => [
      date,
      [...spines.flatMap((spine) => ofFilms.get(spine) ?? []), ...sets.flatMap((id) => ofSets.get(id) ?? [])],
    ]),
  )
}

function seenOf(watched: readonly number[], films: readonly Film[]): Seen {
  const seen = new Set(watched)
  const count = (isOwned: boolean, isWatched: boolean) =>
    films.filter((film) => film.isOwned === isOwned && seen.has(film.spine) === isWatched).length
  return {
    owned: {
      watched: { films: count(true, true), search: { tab: 'watched', mine: 'owned' } },
      unwatched: { films: count(true, false), search: { mine: 'unwatched' } },
    },
    unowned: {
      watched: { films: count(false, true), search: { tab: 'watched', mine: 'unowned' } },
      unwatched: { films: count(false, false), search: { tab: 'unowned', mine: 'unwatched' } },
    },
  }
}

function completeFirst(a: CasedShare, b: CasedShare): number {
  return Number(b.isComplete) - Number(a.isComplete)
}

function byShare(a: Share, b: Share): number {
  return b.owned * a.released - a.owned * b.released
}

function byLabel(a: Share, b: Share): number {
  return compareTexts(a.label, b.label)
}
