import { FORMATS } from '../../domain/film/formats.ts'
import type { OfflinePerson } from '../../domain/offline/tables/tables.ts'
import { NO_WISH } from '../features/tracking/details/details.ts'
import { isDetail, type MarkChange } from '../features/tracking/marks/marks.ts'

type Tables = Omit<OfflinePerson, 'profile'>

/** The columns of a wish that only its owner reads, which have a table of their own. */
const PRIVATE_COLUMNS = ['note', 'price', 'currency']

/**
 * Returns what a person tracks after changes that the server has not confirmed yet, in the order in which they were made.
 * The server applies them alike: a copy ticks its format, a viewing marks as watched, and copies and viewings end with
 * their mark.
 */
export function withPendingMarks(person: OfflinePerson, changes: readonly MarkChange[]): OfflinePerson {
  return changes.reduce(withChange, person)
}

function withChange(person: OfflinePerson, change: MarkChange): OfflinePerson {
  const { mark, id, on, row, filmId: film_id = null, setId: set_id = null } = change
  if (isDetail(mark)) {
    const table = mark === 'copy' ? 'user_copies' : 'user_viewings'
    const others = without(person, table, (entry) => entry.id === id)
    if (!on) return others
    const subject = mark === 'copy' ? { film_id, set_id } : { film_id }
    const marked = mark === 'copy' ? (row?.format as MarkChange['mark']) : 'watched'
    const added = withRow(others, table, { ...row, ...subject, id })
    return withChange(added, { ...change, mark: marked, id: undefined, row: undefined })
  }
  const isOfFilm = (entry: { film_id?: number | null }) => entry.film_id === film_id
  if (mark === 'watched') {
    if (!on) return without(without(person, 'user_watched', isOfFilm), 'user_viewings', isOfFilm)
    if (person.user_watched.some(isOfFilm)) return person
    return withRow(person, 'user_watched', { film_id, id: nextId(person.user_watched) })
  }
  if (mark === 'wishlist') {
    const rest = without(person, 'user_wishlist', isOfFilm)
    if (!on) return without(rest, 'user_wish_details', isOfFilm)
    const { note: _note, price: _price, currency: _currency, ...blank } = NO_WISH
    const former = person.user_wishlist.find(isOfFilm) ?? {
      ...blank,
      film_id,
      id: nextId(person.user_wishlist),
    }
    const wished = withRow(rest, 'user_wishlist', { ...former, ...columns(row, false) })
    if (!row || !PRIVATE_COLUMNS.some((column) => column in row)) return wished
    const details = person.user_wish_details.find(isOfFilm)
    return withRow(without(wished, 'user_wish_details', isOfFilm), 'user_wish_details', {
      ...{ note: null, price: null, currency: null, film_id },
      ...details,
      ...columns(row, true),
    })
  }
  const isOfSubject = (entry: { film_id?: number | null; set_id?: number | null }) =>
    set_id === null ? entry.film_id === film_id : entry.set_id === set_id
  const table = set_id === null ? 'user_ownership' : 'user_sets'
  const rows: readonly object[] = person[table]
  const blank = Object.fromEntries(FORMATS.map((format) => [`owns_${format}`, false]))
  const owned = rows.find(isOfSubject) ?? { ...blank, ...(set_id === null ? { film_id } : { set_id }) }
  const ticked = withRow(without(person, table, isOfSubject), table, { ...owned, [`owns_${mark}`]: on })
  return on ? ticked : without(ticked, 'user_copies', (copy) => isOfSubject(copy) && copy.format === mark)
}

function columns(row: MarkChange['row'], isPrivate: boolean): object {
  const given = Object.entries(row ?? {})
  return Object.fromEntries(given.filter(([column]) => PRIVATE_COLUMNS.includes(column) === isPrivate))
}

function nextId(rows: readonly { id: number }[]): number {
  return rows.reduce((highest, { id }) => Math.max(highest, id), 0) + 1
}

function withRow(person: OfflinePerson, table: keyof Tables, row: object): OfflinePerson {
  return { ...person, [table]: [...person[table], row] }
}

function without<Table extends keyof Tables>(
  person: OfflinePerson,
  table: Table,
  isGone: (row: Tables[Table][number]) => boolean,
): OfflinePerson {
  const rows: readonly Tables[Table][number][] = person[table]
  return { ...person, [table]: rows.filter((row) => !isGone(row)) }
}
