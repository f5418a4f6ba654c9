import { FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { isFormat, type Mark } from '../../../../domain/tracking/marks.ts'

export const MARK_TABLES = ['user_ownership', 'user_wishlist', 'user_watched', 'user_sets'] as const

export type MarkTable = (typeof MARK_TABLES)[number]

/** What a person notes of a film in detail: entries with ids, of which a film may have several. */
export type DetailMark = 'copy' | 'viewing'

export type DetailTable = 'user_copies' | 'user_viewings'

/** The contents of a copy, a viewing or a wish, by the names of the columns. */
export type DetailRow = Readonly<Record<string, string | number | boolean | null>>

/** What is marked: a film, or a box set without a spine, of which a person owns formats and keeps copies. */
export type Subject = { filmId: number; setId?: undefined } | { filmId?: undefined; setId: number }

/** A mark without contents. */
export type PlainMark = Subject & {
  mark: Mark
  on: boolean
}

/** A change of one mark of a film or a set, without the subject. */
export interface SubjectChange {
  mark: Mark | DetailMark
  /** The id of a copy or a viewing. */
  id?: string | undefined
  on: boolean
  /** The contents of a copy, a viewing or a wish. */
  row?: DetailRow | undefined
}

/** One mark of one film or set, set or removed. */
export type MarkChange = Subject & SubjectChange

/** Which mark of which film or set. */
export type MarkName = Subject & Pick<SubjectChange, 'mark' | 'id'>

/** The marks of a person in one table, each as its `markKey`. */
export type Marks = ReadonlySet<string>

export interface TrackedFilm {
  id: number
  title: string
}

/** A box set without a spine; one that has a spine is tracked as its film. */
export interface TrackedSet {
  setId: number
  title: string
}

export function subjectOf(tracked: TrackedFilm | TrackedSet): Subject {
  return 'setId' in tracked ? { setId: tracked.setId } : { filmId: tracked.id }
}

export function tableOf<M extends Mark | DetailMark>(
  mark: M,
  setId?: number,
): M extends Mark ? MarkTable : DetailTable
export function tableOf(mark: Mark | DetailMark, setId?: number): MarkTable | DetailTable {
  if (isDetail(mark)) return mark === 'copy' ? 'user_copies' : 'user_viewings'
  if (!isFormat(mark)) return `user_${mark}`
  return setId === undefined ? 'user_ownership' : 'user_sets'
}

export function isDetail(mark: unknown): mark is DetailMark {
  return mark === 'copy' || mark === 'viewing'
}

/** The mark that *Claim Title* sets: its format if it has only one, otherwise none. */
export function markOfClaimTitle(film: Record<Format, boolean>): Mark | undefined {
  const [format, ...others] = FORMATS.filter((format) => film[format])
  return others.length === 0 ? format : undefined
}

export function markKey({ mark, id, ...subject }: MarkName): string {
  const key = `${mark} ${subjectKey(subject)}`
  return id === undefined ? key : `${key} ${id}`
}

/** `7` for a film, `set-7` for a set. */
export function subjectKey({ filmId, setId }: Subject): string {
  return setId === undefined ? `${filmId}` : `set-${setId}`
}

/** Parses a `markKey`. */
export function readMarkKey(key: string): MarkName {
  const [mark, subject, id] = key.split(' ')
  return { mark: mark as Mark | DetailMark, ...readSubject(subject), id }
}

/** Parses a `subjectKey`; an invalid number is NaN. */
export function readSubject(key = ''): Subject {
  return key.startsWith('set-') ? { setId: Number(key.slice(4)) } : { filmId: Number(key) }
}

export type ImpliedMark = PlainMark & Pick<MarkChange, 'row'>

/** The mark that a change sets or removes: a copy ticks its format, and a viewing marks its film as watched. */
export function impliedMark({ mark, id: _id, on, row, ...subject }: MarkChange): ImpliedMark | undefined {
  if (!isDetail(mark)) return { ...subject, mark, on, row }
  if (!on) return undefined
  return { ...subject, mark: mark === 'viewing' ? 'watched' : (row?.format as Format), on }
}

/** The key of a format in which a film is wished for. A wish without one is for any format. */
export function wantKey(filmId: number, format: Format): string {
  return markKey({ mark: 'wishlist', filmId, id: format })
}

export function withChanges(marks: Marks, changes: readonly MarkChange[]): Marks {
  const effective = changes
    .flatMap((change) => [change, ...wantsIn(change)])
    .filter((change) => marks.has(markKey(change)) !== change.on)
  if (effective.length === 0) return marks
  const changed = new Set(marks)
  for (const change of effective) {
    if (change.on) changed.add(markKey(change))
    else changed.delete(markKey(change))
  }
  return changed
}

/**
 * The formats wanted, as changes with the format as their id. Without contents a wish keeps them, also while it is off the
 * list, as the database does.
 */
function wantsIn({ mark, filmId, row }: MarkChange): MarkChange[] {
  if (mark !== 'wishlist' || filmId === undefined || !row) return []
  return FORMATS.filter((format) => `wants_${format}` in row).map((format) => ({
    mark,
    filmId,
    id: format,
    on: row[`wants_${format}`] === true,
  }))
}

/** Parses a change from an unknown value, such as a message of a tab that runs another release. */
export function parseChange(value: unknown): MarkChange | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { mark, filmId, setId, id, on, row } = value as Record<
    keyof SubjectChange | 'filmId' | 'setId',
    unknown
  >
  const subject = typeof setId === 'number' ? { setId } : typeof filmId === 'number' && { filmId }
  if (!subject || typeof on !== 'boolean') return undefined
  if (isDetail(mark)) {
    if (typeof id !== 'string' || !UUID.test(id) || (on && !isRow(row))) return undefined
    return { mark, ...subject, id, on, ...(on && { row: row as DetailRow }) }
  }
  if (!isMark(mark) || ('setId' in subject && !isFormat(mark))) return undefined
  return { mark, ...subject, on, ...(mark === 'wishlist' && on && isRow(row) && { row }) }
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
