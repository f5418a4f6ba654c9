import { FORMATS, type Format } from '../../../../domain/film/formats.ts'

/** A tick of a person about a film: it is on their wishlist, they have watched it, or they own it in a format. */
export type Mark = 'wishlist' | 'watched' | Format

export type MarkTable = 'user_wishlist' | 'user_watched' | 'user_ownership'

/** One mark of one film, set or removed. */
export interface MarkChange {
  mark: Mark
  filmId: number
  on: boolean
}

/** The marks of a person in one table, each as its `markKey`. */
export type Marks = ReadonlySet<string>

export interface TrackedFilm {
  id: number
  title: string
}

export function tableOf(mark: Mark): MarkTable {
  return isFormat(mark) ? 'user_ownership' : `user_${mark}`
}

export function isFormat(mark: unknown): mark is Format {
  return FORMATS.includes(mark as Format)
}

/** The mark that claiming a film sets: its format if it has only one, otherwise none. */
export function claimOf(film: Record<Format, boolean>): Mark | undefined {
  const [format, ...others] = FORMATS.filter((format) => film[format])
  return others.length === 0 ? format : undefined
}

export function markKey({ mark, filmId }: Pick<MarkChange, 'mark' | 'filmId'>): string {
  return `${mark} ${filmId}`
}

/** Parses a `markKey`. */
export function readMarkKey(key: string): Pick<MarkChange, 'mark' | 'filmId'> {
  const [mark, filmId] = key.split(' ')
  return { mark: mark as Mark, filmId: Number(filmId) }
}

export function withChange(marks: Marks, change: MarkChange): Marks {
  const key = markKey(change)
  if (marks.has(key) === change.on) return marks
  const changed = new Set(marks)
  if (change.on) changed.add(key)
  else changed.delete(key)
  return changed
}

/** Parses a change from an unknown value, such as a message of a tab that runs another release. */
export function parseChange(value: unknown): MarkChange | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { mark, filmId, on } = value as Record<keyof MarkChange, unknown>
  if (!isMark(mark) || typeof filmId !== 'number' || typeof on !== 'boolean') return undefined
  return { mark, filmId, on }
}

function isMark(value: unknown): value is Mark {
  return value === 'wishlist' || value === 'watched' || isFormat(value)
}
