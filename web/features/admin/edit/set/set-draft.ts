import type { Json } from '../../../../../domain/database.types.ts'
import { columnFault, lineFault, spineFault } from '../../../../../domain/film/rules.ts'

/** A film of a set as the form has it: a spine of the catalogue, or a title without one. */
export interface SetRow {
  /** For React: rows change places. It is 0 or less for a row of the database, and more for one that was added. */
  key: number
  spine: string
  title: string
  director: string
  year: string
}

export interface SetDraft {
  title: string
  criterionId: string
  rows: SetRow[]
}

/** A film of a set as the database has it. */
interface StoredFilm {
  film_id?: number
  title?: string
  director?: string
  year?: number
}

let lastKey = 0

export function emptyRow(): SetRow {
  lastKey += 1
  return { key: lastKey, spine: '', title: '', director: '', year: '' }
}

/** @param spineOf the spines of the films that the set has by their ids. */
export function draftOfSet(
  { title, criterion_id, films }: { title: string; criterion_id: number | null; films: Json },
  spineOf: ReadonlyMap<number, number>,
): SetDraft {
  const rows = (films as StoredFilm[]).map(({ film_id, title = '', director = '', year }, index) => ({
    key: -index,
    spine: film_id === undefined ? '' : String(spineOf.get(film_id) ?? ''),
    title,
    director,
    year: String(year ?? ''),
  }))
  return { title, criterionId: String(criterion_id ?? ''), rows }
}

/** The spines that the rows name. */
export function spinesIn({ rows }: SetDraft): number[] {
  return rows.flatMap(({ spine }) => (spineFault(spine.trim()) ? [] : [Number(spine)]))
}

/** The row of the table that a draft describes. Rows that are left empty are left out. */
export function setOf({ title, criterionId, rows }: SetDraft, idOf: ReadonlyMap<number, number>) {
  return {
    title: title.trim(),
    criterion_id: criterionId.trim() === '' ? null : Number(criterionId),
    films: rows.filter((row) => !isEmpty(row)).map((row): Json => storedFilm(row, idOf)),
  }
}

/** Whether two drafts describe the same set. */
export function isSameSet(one: SetDraft, other: SetDraft): boolean {
  const plain = ({ rows, ...set }: SetDraft) => JSON.stringify([set, rows.map(({ key, ...row }) => row)])
  return plain(one) === plain(other)
}

export interface SetFaults {
  title?: string | undefined
  criterionId?: string | undefined
  /** By the keys of the rows. */
  rows: ReadonlyMap<number, string>
}

/** A sentence for each fault; undefined without any. */
export function setFaults(draft: SetDraft, idOf: ReadonlyMap<number, number>): SetFaults | undefined {
  const title = lineFault(draft.title.trim())
  const criterionId = columnFault('tmdb_id', draft.criterionId.trim())
  const rows = new Map<number, string>()
  const seen = new Set<number>()
  for (const row of draft.rows) {
    const fault =
      rowFault(row, idOf) ?? (seen.has(Number(row.spine)) ? 'This spine stands here twice.' : undefined)
    if (fault) rows.set(row.key, fault)
    if (row.spine.trim()) seen.add(Number(row.spine))
  }
  if (!title && !criterionId && rows.size === 0) return undefined
  return {
    title: title && `The title of the set ${title}.`,
    criterionId: criterionId && `The number at criterion.com ${criterionId}.`,
    rows,
  }
}

function rowFault(row: SetRow, idOf: ReadonlyMap<number, number>): string | undefined {
  if (isEmpty(row)) return undefined
  const [spine, title, director, year] = [row.spine, row.title, row.director, row.year].map((text) =>
    text.trim(),
  )
  if (spine) {
    const fault = spineFault(spine)
    if (fault) return `Spine ${fault}.`
    return idOf.has(Number(spine)) ? undefined : `No film has spine ${spine}.`
  }
  const titled = lineFault(title ?? '')
  if (titled) return `Title ${titled}.`
  const directed = director && lineFault(director)
  if (directed) return `Director ${directed}.`
  const dated = columnFault('year', year ?? '')
  return dated && `Year ${dated}.`
}

function storedFilm({ spine, title, director, year }: SetRow, idOf: ReadonlyMap<number, number>): Json {
  const film_id = spine.trim() === '' ? undefined : idOf.get(Number(spine))
  if (film_id !== undefined) return { film_id }
  return {
    title: title.trim(),
    ...(director.trim() !== '' && { director: director.trim() }),
    ...(year.trim() !== '' && { year: Number(year) }),
  }
}

const isEmpty = ({ spine, title, director, year }: SetRow) =>
  `${spine}${title}${director}${year}`.trim() === ''
