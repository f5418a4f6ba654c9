import type { Json, Tables } from '../../../../domain/database.types.ts'
import { ALIAS_KIND_NAMES, ALIAS_KINDS, type Aliases } from '../../../../domain/film/aliases.ts'
import { COLUMN_NAMES, labelOf } from '../../../../domain/film/columns.ts'
import { formatsInWords, inWords } from '../film-words.ts'
import { filmsInWords } from './films-in-words.ts'

type Row = Tables<'film_history'>
type Values = { [column: string]: Json | undefined }

interface Common {
  id: string
  /** ISO 8601, in UTC. */
  at: string
  who: string
}

/** A change of one film. */
export interface FilmEntry extends Common {
  kind: 'film'
  operation: 'added' | 'changed' | 'deleted' | 'restored'
  filmId: number
  spine: number
  title: string
  before: Values
  after: Values
  /** The update that it is part of. */
  update: { id: string; name: string } | undefined
  /** Whether it can be undone: it is a change, and all values that it set are still the same. */
  revertible: boolean
}

/** A change of one box set. */
export interface SetEntry extends Common {
  kind: 'set'
  operation: 'added' | 'changed' | 'deleted' | 'restored'
  setId: number
  /** Its own spine; null without one. */
  spine: number | null
  title: string
  before: Values
  after: Values
  /** The titles of the films that it has or had by their ids. */
  filmTitles: { [filmId: string]: string }
  update: { id: string; name: string } | undefined
  revertible: boolean
}

/** A change of many films or box sets at once. */
export interface UpdateEntry extends Common {
  kind: 'update'
  name: string
  /** How many films, or how many sets if it is an update of sets. */
  films: number
  ofSets: boolean
  reverted: boolean
  /** False if it only added films, since a revert does not delete films. */
  revertible: boolean
}

export type Entry = FilmEntry | SetEntry | UpdateEntry

/** Reads a row of the view. The types of a view allow null in every column, hence the defaults. */
export function readEntry(row: Row): Entry {
  const common = { id: row.id ?? '', at: row.at ?? '', who: row.who ?? '' }
  if (row.operation === 'update') {
    return {
      ...common,
      kind: 'update',
      name: row.update_name ?? '',
      films: row.films ?? 0,
      ofSets: row.of_sets ?? false,
      reverted: row.reverted ?? false,
      revertible: row.revertible ?? false,
    }
  }
  const change = {
    ...common,
    title: row.title ?? '',
    before: (row.before ?? {}) as Values,
    after: (row.after ?? {}) as Values,
    update: row.update_id ? { id: row.update_id, name: row.update_name ?? '' } : undefined,
    revertible: row.revertible ?? false,
  }
  if (row.set_id !== null) {
    return {
      ...change,
      kind: 'set',
      operation: row.operation as SetEntry['operation'],
      setId: row.set_id,
      spine: row.spine,
      filmTitles: (row.film_titles ?? {}) as SetEntry['filmTitles'],
    }
  }
  return {
    ...change,
    kind: 'film',
    operation: row.operation as FilmEntry['operation'],
    filmId: row.film_id ?? 0,
    spine: row.spine ?? 0,
  }
}

/** The details of an entry: for a change a text for each column, 'DVD: no → yes'; otherwise a summary of the film. */
export function detailsOf({ operation, before, after }: FilmEntry): string[] {
  if (operation !== 'changed') return [summaryOf(operation === 'deleted' ? before : after)]
  const columns = COLUMN_NAMES.filter((column) => column in after).map(
    (column) => `${labelOf(column)}: ${inWords(column, before[column])} → ${inWords(column, after[column])}`,
  )
  return 'aliases' in after ? [...columns, ...aliasDetails(before.aliases, after.aliases)] : columns
}

function aliasDetails(before: Json | undefined, after: Json | undefined): string[] {
  const [former, latter] = [before, after].map((aliases) => (aliases ?? {}) as Aliases)
  return ALIAS_KIND_NAMES.flatMap((kind) => {
    const [one, other] = [former, latter].map((aliases) => aliases?.[kind]?.join(', ') ?? 'none')
    return one === other ? [] : [`${ALIAS_KINDS[kind]}: ${one} → ${other}`]
  })
}

/** The details of a set's entry: the changed columns, and the films that came, went or changed. */
export function setDetailsOf({ operation, before, after, filmTitles }: SetEntry): string[] {
  const [former, latter] = [filmsOf(before, filmTitles), filmsOf(after, filmTitles)]
  if (operation !== 'changed') {
    const films = operation === 'deleted' ? former : latter
    return [filmsInWords(films.length)]
  }
  const names = ['title', 'criterion_id', 'film_id'] as const
  const columns = names
    .filter((name) => name in after)
    .map((name) => `${SET_LABELS[name]}: ${before[name] ?? 'none'} → ${after[name] ?? 'none'}`)
  return 'films' in after ? [...columns, ...filmDetails(former, latter)] : columns
}

const SET_LABELS = {
  title: 'Title',
  criterion_id: 'Number at criterion.com',
  film_id: 'Row of the catalogue',
}

/** A film of a set. */
interface Member {
  title: string
  /** A text that is different for another film, and for the same film after any change. */
  identity: string
}

function filmsOf({ films }: Values, titles: SetEntry['filmTitles']): Member[] {
  if (!Array.isArray(films)) return []
  return films.map((film) => {
    const { film_id, title } = Object(film) as { film_id?: number; title?: string }
    return { title: title ?? titles[`${film_id}`] ?? 'a film', identity: JSON.stringify(film) }
  })
}

function filmDetails(former: readonly Member[], latter: readonly Member[]): string[] {
  const added = titlesMissingIn(former, latter)
  const removed = titlesMissingIn(latter, former)
  // A film of the same title is the same: it was given a spine or another year, or left the catalogue.
  const details = [
    ['Added', added.filter((title) => !removed.includes(title))],
    ['Taken out', removed.filter((title) => !added.includes(title))],
    ['Changed', added.filter((title) => removed.includes(title))],
  ] as const
  const lines = details.flatMap(([done, titles]) =>
    titles.length > 0 ? [`${done}: ${titles.join(', ')}`] : [],
  )
  return lines.length > 0 ? lines : ['Films in another order']
}

/** The titles of those films that are not among the others. */
function titlesMissingIn(others: readonly Member[], films: readonly Member[]): string[] {
  const known = new Set(others.map(({ identity }) => identity))
  return films.filter(({ identity }) => !known.has(identity)).map(({ title }) => title)
}

function summaryOf(film: Values): string {
  const { director, country, year } = film
  return [director, country, year, ...formatsInWords(film)].filter(Boolean).join(' · ')
}
