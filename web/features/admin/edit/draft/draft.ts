import { FLAGS, type Flag, FORMATS } from '../../../../../domain/film/formats.ts'
import { FIELD_NAMES, type Field as TextColumn } from '../../../../../domain/film/rules.ts'
import { COLUMNS, type FilmColumn } from '../../film-words.ts'
import type { Title } from '../../titles-query.ts'

/** The editable columns of a film, with the types of the database. */
export type Film = Pick<Title, FilmColumn>

/** The same columns as a form holds them: texts and ticks. */
export type Draft = Record<TextColumn, string> & Record<Flag, boolean>

export const TEXT_COLUMNS = Object.keys(FIELD_NAMES) as TextColumn[]

export function draftOf(film: Film): Draft {
  const texts = TEXT_COLUMNS.map((column) => [column, String(film[column] ?? '')])
  return Object.fromEntries([...texts, ...FLAGS.map((flag) => [flag, film[flag]])])
}

export function emptyDraft(year: number): Draft {
  const texts = TEXT_COLUMNS.map((column) => [column, ''])
  const flags = FLAGS.map((flag) => [flag, false])
  return Object.fromEntries([...texts, ...flags, ['spine', '0'], ['year', String(year)]])
}

/** The film that a draft describes; a text that is not a number becomes NaN. */
export function filmOf(draft: Draft): Film {
  const texts = TEXT_COLUMNS.map((column) => {
    const text = draft[column].trim()
    if (column === 'spine') return [column, Number(text)]
    if (column === 'year') return [column, text === '' ? null : Number(text)]
    // An empty title or director stays a text: checkDraft reports it.
    return [column, text === '' && column !== 'title' && column !== 'director' ? null : text]
  })
  const flags = FLAGS.map((flag) => [flag, draft[flag]])
  return Object.fromEntries([...texts, ...flags])
}

/** The columns in which a draft differs from a film. */
export function changedColumns(draft: Draft, film: Film): FilmColumn[] {
  const wanted = filmOf(draft)
  return COLUMNS.filter((column) => wanted[column] !== film[column])
}

/** Clears the out-of-print flag of every format that the film does not have. */
export function withoutStrayFlags(draft: Draft): Draft {
  const stray = FORMATS.filter((format) => !draft[format] && draft[`${format}_oop`])
  if (stray.length === 0) return draft
  return { ...draft, ...Object.fromEntries(stray.map((format) => [`${format}_oop`, false])) }
}
