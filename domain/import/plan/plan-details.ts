import type { Format } from '../../film/formats.ts'
import type { ListEntry } from '../match/match-lists.ts'
import type { Meaning } from '../row.ts'
import {
  copiesIn,
  type PlannedCopy,
  type PlannedViewing,
  type PlannedWish,
  type RowDetails,
  viewingsIn,
  wishIn,
} from './details.ts'

/** What an import adds to a film besides marks. */
export interface Details {
  copies?: PlannedCopy[]
  viewings?: PlannedViewing[]
  wish?: PlannedWish
}

/** A person's copies and viewings at present; those of a set by its negative id. */
export interface KnownDetails {
  copies: (filmId: number) => readonly PlannedCopyRow[]
  viewings: (filmId: number) => readonly PlannedViewingRow[]
  /** How many there are of all films; ratings are the viewings with one. */
  counts: Record<'copies' | 'viewings' | 'ratings', number>
}

/** As the API answers them: null stands for what is not noted. */
export type PlannedCopyRow = { [Key in keyof PlannedCopy]: PlannedCopy[Key] | null }
export type PlannedViewingRow = { [Key in keyof PlannedViewing]: PlannedViewing[Key] | null }

/**
 * Collects what the entries of a film say besides marks: copies from lists of owned films, viewings from lists of
 * watched films, and the wish from wishlists.
 */
export function detailsIn(
  entries: readonly ListEntry[],
  meanings: readonly Meaning[],
  formatsOf: (list: number, row: RowDetails) => readonly Format[],
): Details {
  const rowsOf = (meaning: Meaning) =>
    entries.filter(({ list }) => meanings[list] === meaning).map(({ details = [] }) => details)
  const copies = entries
    .filter(({ list }) => meanings[list] === 'owned')
    .flatMap(({ list, details = [] }) => copiesIn(details, (row) => formatsOf(list, row)))
  const viewings = viewingsIn(rowsOf('watched'))
  const wish = wishIn(rowsOf('wishlist').flat())
  return {
    ...(copies.length > 0 && { copies }),
    ...(viewings.length > 0 && { viewings }),
    ...(wish && { wish }),
  }
}

/**
 * Leaves out the copies and viewings that the person has, as `commit_import` does: those of the same id, and as many equal
 * ones as there are.
 */
export function newDetails(
  filmId: number,
  { copies, viewings, wish }: Details,
  { details }: { details?: Pick<KnownDetails, 'copies' | 'viewings'> },
): Details {
  const freshCopies = copies && details ? without(copies, details.copies(filmId), isSameCopy) : copies
  const freshViewings =
    viewings && details ? without(viewings, details.viewings(filmId), isSameViewing) : viewings
  return {
    ...(freshCopies && freshCopies.length > 0 && { copies: freshCopies }),
    ...(freshViewings && freshViewings.length > 0 && { viewings: freshViewings }),
    ...(wish && { wish }),
  }
}

function without<Given extends { id?: string | undefined }, Row extends { id?: string | null | undefined }>(
  given: readonly Given[],
  known: readonly Row[],
  isSame: (one: Given, row: Row) => boolean,
): Given[] {
  const rest = [...known]
  return given.filter((one) => {
    if (one.id !== undefined && known.some(({ id }) => id === one.id)) return false
    const at = rest.findIndex((row) => isSame(one, row))
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}

function isSameCopy({ id: _id, ...copy }: PlannedCopy, row: PlannedCopyRow): boolean {
  const names = new Set([...Object.keys(copy), ...Object.keys(row)]) as Set<keyof typeof copy>
  return [...names].every((name) => (name as string) === 'id' || (copy[name] ?? null) === (row[name] ?? null))
}

function isSameViewing(viewing: PlannedViewing, row: PlannedViewingRow): boolean {
  const date = viewing.watched_on ?? null
  return (
    date === (row.watched_on ?? null) || (date === null && (viewing.rating ?? null) === (row.rating ?? null))
  )
}
