import { COLUMN_NAMES, type Film, type FilmColumn, labelOf } from '../../../../../domain/film/columns.ts'
import { inWords } from '../../film-words.ts'
import { changedColumns, type Draft, draftOf, filmOf, withoutStrayFlags } from './draft.ts'

export interface Rebased {
  draft: Draft
  /** What others changed, a text for each column: 'Country was France, is Japan'. */
  changes: string[]
  /** The columns that the draft changes to another value than others did. */
  contested: FilmColumn[]
}

/**
 * Applies a draft that was begun from `base` to the latest version of the film: untouched columns take the latest
 * values, and changed columns keep the draft's.
 */
export function rebase(draft: Draft, base: Film, latest: Film): Rebased {
  const theirs = COLUMN_NAMES.filter((column) => latest[column] !== base[column])
  const mine = new Set(changedColumns(draft, base))
  const wanted = filmOf(draft)
  const asLatest = draftOf(latest)
  const taken = theirs.filter((column) => !mine.has(column)).map((column) => [column, asLatest[column]])
  return {
    draft: withoutStrayFlags({ ...draft, ...Object.fromEntries(taken) }),
    changes: theirs.map(
      (column) =>
        `${labelOf(column)} was ${inWords(column, base[column])}, is ${inWords(column, latest[column])}`,
    ),
    contested: theirs.filter((column) => mine.has(column) && wanted[column] !== latest[column]),
  }
}
