import {
  COLUMN_NAMES,
  type Film,
  type FilmColumn,
  TEXT_COLUMNS,
  type TextColumn,
} from '../../../../../domain/film/columns.ts'
import { FLAGS, type Flag, FORMATS } from '../../../../../domain/film/formats.ts'
import { readColumn } from '../../../../../domain/film/rules.ts'

/** A film as a form has it: what was typed, and what was ticked. */
export type Draft = Record<TextColumn, string> & Record<Flag, boolean>

export function draftOf(film: Film): Draft {
  const texts = TEXT_COLUMNS.map((column) => [column, String(film[column] ?? '')])
  return Object.fromEntries([...texts, ...FLAGS.map((flag) => [flag, film[flag]])])
}

export function emptyDraft(year: number): Draft {
  const texts = TEXT_COLUMNS.map((column) => [column, ''])
  const flags = FLAGS.map((flag) => [flag, false])
  return Object.fromEntries([...texts, ...flags, ['spine', '0'], ['year', String(year)]])
}

/** The film that a draft describes. A number that is none becomes NaN, and a missing title ''. */
export function filmOf(draft: Draft): Film {
  const texts = TEXT_COLUMNS.map((column) => [column, readColumn(column, draft[column].trim())])
  const flags = FLAGS.map((flag) => [flag, draft[flag]])
  return Object.fromEntries([...texts, ...flags])
}

/** The columns in which a draft differs from a film. */
export function changedColumns(draft: Draft, film: Film): FilmColumn[] {
  const wanted = filmOf(draft)
  return COLUMN_NAMES.filter((column) => wanted[column] !== film[column])
}

/** Clears the out-of-print flag of every format that the film does not have. */
export function withoutStrayFlags(draft: Draft): Draft {
  const stray = FORMATS.filter((format) => !draft[format] && draft[`${format}_oop`])
  if (stray.length === 0) return draft
  return { ...draft, ...Object.fromEntries(stray.map((format) => [`${format}_oop`, false])) }
}
