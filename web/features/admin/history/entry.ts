import type { Json, Tables } from '../../../../domain/database.types.ts'
import { COLUMN_NAMES, labelOf } from '../../../../domain/film/columns.ts'
import { formatsInWords, inWords } from '../film-words.ts'

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
}

/** A change of many films at once. */
export interface UpdateEntry extends Common {
  kind: 'update'
  name: string
  films: number
  reverted: boolean
  /** False if it only added films, since a revert does not delete films. */
  revertible: boolean
}

export type Entry = FilmEntry | UpdateEntry

/** Reads a row of the view. The types of a view allow null in every column, hence the defaults. */
export function readEntry(row: Row): Entry {
  const common = { id: row.id ?? '', at: row.at ?? '', who: row.who ?? '' }
  if (row.operation === 'update') {
    return {
      ...common,
      kind: 'update',
      name: row.update_name ?? '',
      films: row.films ?? 0,
      reverted: row.reverted ?? false,
      revertible: row.revertible ?? false,
    }
  }
  return {
    ...common,
    kind: 'film',
    operation: row.operation as FilmEntry['operation'],
    filmId: row.film_id ?? 0,
    spine: row.spine ?? 0,
    title: row.title ?? '',
    before: (row.before ?? {}) as Values,
    after: (row.after ?? {}) as Values,
    update: row.update_id ? { id: row.update_id, name: row.update_name ?? '' } : undefined,
  }
}

/** The details of an entry: for a change a text for each column, 'DVD: no → yes'; otherwise a summary of the film. */
export function detailsOf({ operation, before, after }: FilmEntry): string[] {
  if (operation !== 'changed') return [summaryOf(operation === 'deleted' ? before : after)]
  return COLUMN_NAMES.filter((column) => column in after).map(
    (column) => `${labelOf(column)}: ${inWords(column, before[column])} → ${inWords(column, after[column])}`,
  )
}

function summaryOf(film: Values): string {
  const { director, country, year } = film
  return [director, country, year, ...formatsInWords(film)].filter(Boolean).join(' · ')
}
