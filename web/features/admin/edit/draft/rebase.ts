import { labelOf } from '../../../../../domain/film/columns.ts'
import { inWords } from '../../film-words.ts'
import { aliasesInWords, aliasTextsOf } from './alias-fields.ts'
import {
  changedColumns,
  type Draft,
  draftOf,
  EDITED_COLUMNS,
  type EditedColumn,
  type EditedFilm,
  filmOf,
  isSame,
  withoutStrayFlags,
} from './draft.ts'

export interface Rebased {
  draft: Draft
  /** What others changed, a text for each column: 'Country was France, is Japan'. */
  changes: string[]
  /** The columns that the draft changes to another value than others did. */
  contested: EditedColumn[]
}

/**
 * Applies a draft that was begun from `base` to the latest version of the film: untouched columns take the latest
 * values, and changed columns keep the draft's.
 */
export function rebase(draft: Draft, base: EditedFilm, latest: EditedFilm): Rebased {
  const theirs = EDITED_COLUMNS.filter((column) => !isSame(column, latest, base))
  const mine = new Set(changedColumns(draft, base))
  const wanted = filmOf(draft)
  const asLatest = draftOf(latest)
  const taken = theirs
    .filter((column) => !mine.has(column))
    .map((column) => (column === 'aliases' ? aliasTextsOf(latest.aliases) : { [column]: asLatest[column] }))
  return {
    draft: withoutStrayFlags(Object.assign({}, draft, ...taken)),
    changes: theirs.map(
      (column) => `${nameOf(column)} was ${describe(column, base)}, is ${describe(column, latest)}`,
    ),
    contested: theirs.filter((column) => mine.has(column) && !isSame(column, wanted, latest)),
  }
}

/** The value of a column in words. */
export function describe(column: EditedColumn, film: EditedFilm): string {
  return column === 'aliases' ? aliasesInWords(film.aliases) : inWords(column, film[column])
}

const nameOf = (column: EditedColumn) => (column === 'aliases' ? 'Aliases' : labelOf(column))
