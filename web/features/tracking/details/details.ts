import { comparePartialDates } from '../../../../domain/dates/partial-date.ts'
import type { Format } from '../../../../domain/film/formats.ts'
import type { Condition } from '../../../../domain/tracking/marks.ts'
import type { DetailRow, MarkChange } from '../marks/marks.ts'

/** A disc that a person owns, in detail. Null stands for what they have not noted. */
export interface Copy {
  id: string
  format: Format
  /** A day, a month or a year: `2026-11-23`, `2026-11` or `2026`. */
  acquired_on: string | null
  price: number | null
  currency: string | null
  store: string | null
  condition: Condition | null
  slipcover: boolean | null
  place: string | null
  lent_to: string | null
  lent_on: string | null
  note: string | null
}

/** One time that a person watched a film. */
export interface Viewing {
  id: string
  /** A day, a month or a year; null if unknown. */
  watched_on: string | null
  /** In half stars, 1 to 10. */
  rating: number | null
  note: string | null
}

/** A wish for a film: in which formats (none: in any), how much, and what only its owner knows of it. */
export interface Wish extends Record<`wants_${Format}`, boolean> {
  /** 1 is the highest. */
  priority: number | null
  note: string | null
  price: number | null
  currency: string | null
}

/** What a person has noted of a film; copies and viewings in the order of time, the last first. */
export interface Details {
  copies: readonly Copy[]
  viewings: readonly Viewing[]
  /** Null without a wish. */
  wish: Wish | null
}

export const NO_WISH: Wish = {
  wants_laserdisc: false,
  wants_dvd: false,
  wants_bluray: false,
  wants_bluray_4k: false,
  priority: null,
  note: null,
  price: null,
  currency: null,
}

/** Returns the details after these changes of the same film or set. A mark that is removed takes its details along. */
export function withDetailChanges(details: Details, changes: readonly MarkChange[]): Details {
  return changes.reduce(withChange, details)
}

/** What a copy, a viewing or a wish holds, as it is sent. */
export function rowOf(entry: Copy | Viewing | Wish): DetailRow {
  return Object.fromEntries(Object.entries(entry).filter(([column]) => column !== 'id'))
}

function withChange(details: Details, { mark, id, on, row }: MarkChange): Details {
  if (mark === 'copy')
    return { ...details, copies: replaced(details.copies, id, on ? row : undefined, 'acquired_on') }
  if (mark === 'viewing')
    return { ...details, viewings: replaced(details.viewings, id, on ? row : undefined, 'watched_on') }
  if (mark === 'wishlist')
    return {
      ...details,
      wish: on ? { ...(details.wish ?? NO_WISH), ...(row as Partial<Wish> | undefined) } : null,
    }
  if (on) return details
  if (mark === 'watched') return { ...details, viewings: [] }
  return { ...details, copies: details.copies.filter(({ format }) => format !== mark) }
}

function replaced<Entry extends { id: string }>(
  entries: readonly Entry[],
  id: string | undefined,
  row: DetailRow | undefined,
  date: keyof Entry,
): Entry[] {
  const others = entries.filter((entry) => entry.id !== id)
  if (!row) return others
  return [...others, { id, ...row } as unknown as Entry].toSorted(
    (one, other) =>
      comparePartialDates(one[date] as string | null, other[date] as string | null) ||
      (one.id < other.id ? -1 : 1),
  )
}
