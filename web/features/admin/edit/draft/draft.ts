import type { Json } from '../../../../../domain/database.types.ts'
import {
  COLUMN_NAMES,
  type Film,
  type FilmColumn,
  TEXT_COLUMNS,
  type TextColumn,
} from '../../../../../domain/film/columns.ts'
import { FLAGS, type Flag, FORMATS } from '../../../../../domain/film/formats.ts'
import { readColumn } from '../../../../../domain/film/rules.ts'
import { type AliasField, aliasesOf, aliasTextsOf, isSameAliases } from './alias-fields.ts'

/** A film with everything that its form changes. */
export type EditedFilm = Film & { aliases: Json }
export type EditedColumn = FilmColumn | 'aliases'

export const EDITED_COLUMNS: readonly EditedColumn[] = [...COLUMN_NAMES, 'aliases']

/** A film as a form has it: what was typed, and what was ticked. */
export type Draft = Record<TextColumn | AliasField, string> & Record<Flag, boolean>

export function draftOf(film: EditedFilm): Draft {
  const texts = TEXT_COLUMNS.map((column) => [column, String(film[column] ?? '')])
  const flags = FLAGS.map((flag) => [flag, film[flag]])
  return { ...Object.fromEntries([...texts, ...flags]), ...aliasTextsOf(film.aliases) }
}

export function emptyDraft(year: number): Draft {
  const texts = TEXT_COLUMNS.map((column) => [column, ''])
  const flags = FLAGS.map((flag) => [flag, false])
  const proposed = [
    ['spine', '0'],
    ['year', String(year)],
  ]
  return { ...Object.fromEntries([...texts, ...flags, ...proposed]), ...aliasTextsOf(null) }
}

/** The film that a draft describes. An invalid number becomes NaN, and a missing title ''. */
export function filmOf(draft: Draft): EditedFilm {
  const texts = TEXT_COLUMNS.map((column) => [column, readColumn(column, draft[column].trim())])
  const flags = FLAGS.map((flag) => [flag, draft[flag]])
  return { ...Object.fromEntries([...texts, ...flags]), aliases: aliasesOf(draft) }
}

/** The columns in which a draft differs from a film. */
export function changedColumns(draft: Draft, film: EditedFilm): EditedColumn[] {
  const wanted = filmOf(draft)
  return EDITED_COLUMNS.filter((column) => !isSame(column, wanted, film))
}

export function isSame(column: EditedColumn, one: EditedFilm, other: EditedFilm): boolean {
  return column === 'aliases' ? isSameAliases(one.aliases, other.aliases) : one[column] === other[column]
}

/** Clears the out-of-print flag of every format that the film does not have. */
export function withoutStrayFlags(draft: Draft): Draft {
  const stray = FORMATS.filter((format) => !draft[format] && draft[`${format}_oop`])
  if (stray.length === 0) return draft
  return { ...draft, ...Object.fromEntries(stray.map((format) => [`${format}_oop`, false])) }
}
