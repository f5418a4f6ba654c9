import { FORMATS } from '../../../../domain/film/formats.ts'
import { MARK_TABLES, type MarkChange, type MarkTable, parseChange, type Subject } from '../marks/marks.ts'

/** A change of a row as the client library gives it out. */
export interface ReceivedRow {
  eventType: 'INSERT' | 'UPDATE' | 'DELETE'
  table: string
  new: Readonly<Record<string, unknown>>
  old: Readonly<Record<string, unknown>>
}

/** What changed for the person: marks of one table, or details of any film. */
export type ReceivedChange = { marks: MarkTable; changes: readonly MarkChange[] } | 'details' | undefined

const DETAIL_TABLES: readonly string[] = ['user_copies', 'user_viewings', 'user_wish_details']

/** Returns what a row means to a person; undefined for a row of another person, or of a table that shows nothing. */
export function readReceivedRow(
  userId: string,
  { eventType, table, new: fresh, old }: ReceivedRow,
): ReceivedChange {
  const isThere = eventType !== 'DELETE'
  const row = isThere ? fresh : old
  // A hosted project sends deletions to everyone who listens.
  if (row.user_id !== userId) return undefined
  if (DETAIL_TABLES.includes(table)) return 'details'
  if (!isMarkTable(table)) return undefined
  const subject = (table === 'user_sets' ? { setId: row.set_id } : { filmId: row.film_id }) as Subject
  const changes = marksIn(table, row, isThere).map((change) => parseChange({ ...change, ...subject }))
  return { marks: table, changes: changes.filter((change) => change !== undefined) }
}

function isMarkTable(table: string): table is MarkTable {
  return (MARK_TABLES as readonly string[]).includes(table)
}

function marksIn(table: MarkTable, row: ReceivedRow['new'], isThere: boolean): object[] {
  if (table === 'user_watched') return [{ mark: 'watched', on: isThere }]
  if (table === 'user_wishlist') {
    const wants = FORMATS.map((format) => [`wants_${format}`, row[`wants_${format}`] === true])
    return [{ mark: 'wishlist', on: isThere, row: Object.fromEntries(wants) }]
  }
  return FORMATS.map((mark) => ({ mark, on: isThere && row[`owns_${mark}`] === true }))
}
