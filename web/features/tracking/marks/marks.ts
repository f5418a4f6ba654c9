import { FORMATS, type Format } from '../../../../domain/film/formats.ts'

/** What a person marks a film as: it is on their wishlist, they have watched it, or they own it in a format. */
export type Mark = 'wishlist' | 'watched' | Format

export type MarkTable = 'user_wishlist' | 'user_watched' | 'user_ownership'

/** What a person notes of a film in detail: entries with ids, of which a film may have several. */
export type DetailMark = 'copy' | 'viewing'

export type DetailTable = 'user_copies' | 'user_viewings'

/** The contents of a copy, a viewing or a wish, by the names of the columns. */
export type DetailRow = Readonly<Record<string, string | number | boolean | null>>

/** A mark without contents. */
export interface PlainMark {
  mark: Mark
  filmId: number
  on: boolean
}

/** One mark of one film, set or removed. */
export interface MarkChange {
  mark: Mark | DetailMark
  filmId: number
  /** The id of a copy or a viewing. */
  id?: string | undefined
  on: boolean
  /** The contents of a copy, a viewing or a wish. */
  row?: DetailRow | undefined
}

/** The marks of a person in one table, each as its `markKey`. */
export type Marks = ReadonlySet<string>

export interface TrackedFilm {
  id: number
  title: string
}

export function tableOf<M extends Mark | DetailMark>(mark: M): M extends Mark ? MarkTable : DetailTable
export function tableOf(mark: Mark | DetailMark): MarkTable | DetailTable {
  if (isDetail(mark)) return mark === 'copy' ? 'user_copies' : 'user_viewings'
  return isFormat(mark) ? 'user_ownership' : `user_${mark}`
}

export function isDetail(mark: unknown): mark is DetailMark {
  return mark === 'copy' || mark === 'viewing'
}

export function isFormat(mark: unknown): mark is Format {
  return FORMATS.includes(mark as Format)
}

/** The mark that claiming a film sets: its format if it has only one, otherwise none. */
export function claimOf(film: Record<Format, boolean>): Mark | undefined {
  const [format, ...others] = FORMATS.filter((format) => film[format])
  return others.length === 0 ? format : undefined
}

export function markKey({ mark, filmId, id }: Pick<MarkChange, 'mark' | 'filmId' | 'id'>): string {
  return id === undefined ? `${mark} ${filmId}` : `${mark} ${filmId} ${id}`
}

/** Parses a `markKey`. */
export function readMarkKey(key: string): Pick<MarkChange, 'mark' | 'filmId' | 'id'> {
  const [mark, filmId, id] = key.split(' ')
  return { mark: mark as Mark | DetailMark, filmId: Number(filmId), id }
}

export function withChanges(marks: Marks, changes: readonly MarkChange[]): Marks {
  const news = changes.filter((change) => marks.has(markKey(change)) !== change.on)
  if (news.length === 0) return marks
  const changed = new Set(marks)
  for (const change of news) {
    if (change.on) changed.add(markKey(change))
    else changed.delete(markKey(change))
  }
  return changed
}

/** Parses a change from an unknown value, such as a message of a tab that runs another release. */
export function parseChange(value: unknown): MarkChange | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { mark, filmId, id, on, row } = value as Record<keyof MarkChange, unknown>
  if (typeof filmId !== 'number' || typeof on !== 'boolean') return undefined
  if (isDetail(mark)) {
    if (typeof id !== 'string' || !UUID.test(id) || (on && !isRow(row))) return undefined
    return { mark, filmId, id, on, ...(on && { row: row as DetailRow }) }
  }
  if (!isMark(mark)) return undefined
  return { mark, filmId, on, ...(mark === 'wishlist' && on && isRow(row) && { row }) }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function isRow(value: unknown): value is DetailRow {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(
      (cell) => cell === null || ['string', 'number', 'boolean'].includes(typeof cell),
    )
  )
}

function isMark(value: unknown): value is Mark {
  return value === 'wishlist' || value === 'watched' || isFormat(value)
}
