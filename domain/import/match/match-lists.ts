import type { Format } from '../../film/formats.ts'
import { detailsOf, hasDetails, type RowDetails } from '../plan/details.ts'
import type { ImportList, ImportRow, Meaning } from '../row.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { matchRow, type Reason } from './match.ts'

/** What rows of one list say of one film. */
export interface ListEntry {
  /** The index of the list. */
  list: number
  /** The formats that its rows name; undefined where no row names one. */
  formats: readonly Format[] | undefined
  /** The rows that say more than a mark; none if the list is absent. */
  details?: RowDetails[]
}

/** A box set without a spine. */
interface FoundSet {
  setId: number
  entries: ListEntry[]
}

interface ListSummary {
  name: string
  meaning: Meaning
  exact: boolean
  rows: number
  /** Whether there are rows that name no format. */
  lacksFormats: boolean
}

/** A film of the file that is clear. */
interface SureFilm {
  filmId: number
  reason: Reason
  entries: ListEntry[]
}

/** Rows with the same title, year and ids whose film is uncertain. */
export interface Question {
  key: string
  /** The first of its rows. */
  row: ImportRow
  rows: number
  candidates: readonly { filmId: number; why: string }[]
  entries: ListEntry[]
}

export interface LeftRow {
  list: number
  row: ImportRow
  why: string
}

/** A file as it was matched. Rows are counted once, also where two lists share them. */
export interface MatchedFile {
  rows: { total: number; sure: number; asked: number; left: number }
  lists: ListSummary[]
  sure: SureFilm[]
  questions: Question[]
  left: LeftRow[]
  sets: FoundSet[]
}

/** The most questions of a file. The rows of further ones are left out. */
const MAX_QUESTIONS = 2000

/** Finds the film of each row, and joins the rows of one film. */
export function matchLists(lists: readonly ImportList[], index: CatalogueIndex): MatchedFile {
  const sure = new Map<number, SureFilm>()
  const questions = new Map<string, Question>()
  const left: LeftRow[] = []
  const sets = new Map<number, FoundSet>()
  const counted = new Set<ImportRow>()
  const rows = { total: 0, sure: 0, asked: 0, left: 0 }
  for (const [list, { rows: listed, meaning, exact = false }] of lists.entries()) {
    for (const shared of listed) {
      const row =
        meaning === 'watched' && shared.isOnOtherMedium ? { ...shared, unusable: undefined } : shared
      const set = row.set && index.setNamed(row.set)
      const match = set?.film
        ? ({ status: 'sure', film: set.film, reason: 'spine' } as const)
        : matchRow(row, index, exact)
      const isFirst = !counted.has(shared)
      counted.add(shared)
      const count = (kind: 'sure' | 'asked' | 'left') => {
        if (!isFirst) return
        rows.total++
        rows[kind]++
      }
      if (set && !set.film) {
        const found = sets.get(set.id) ?? { setId: set.id, entries: [] }
        sets.set(set.id, found)
        addEntry(found.entries, list, row)
        count('sure')
      } else if (match.status === 'none') {
        left.push({ list, row, why: match.why })
        count('left')
      } else if (match.status === 'sure') {
        const film = sure.get(match.film.id) ?? { filmId: match.film.id, reason: match.reason, entries: [] }
        sure.set(match.film.id, film)
        addEntry(film.entries, list, row)
        count('sure')
      } else {
        const key = keyOf(row)
        const question = questions.get(key)
        if (!question && questions.size >= MAX_QUESTIONS) {
          left.push({ list, row, why: 'to check, after two thousand others' })
          count('left')
          continue
        }
        const asked = question ?? {
          key,
          row,
          rows: 0,
          candidates: match.candidates.map(({ film, why }) => ({ filmId: film.id, why })),
          entries: [],
        }
        questions.set(key, asked)
        asked.rows++
        addEntry(asked.entries, list, row)
        count('asked')
      }
    }
  }
  return {
    rows,
    lists: lists.map(summaryOf),
    sure: [...sure.values()],
    questions: [...questions.values()],
    left,
    sets: [...sets.values()],
  }
}

function keyOf(row: ImportRow): string {
  const { spine, criterion, letterboxd, imdb, tmdb, noteSpine, title, otherTitle, year, director, unusable } =
    row
  const page = criterion && `${criterion.kind} ${criterion.id}`
  return [spine, page, letterboxd, imdb, tmdb, noteSpine, title, otherTitle, year, director, unusable].join(
    '\t',
  )
}

function addEntry(entries: ListEntry[], list: number, row: ImportRow): void {
  const { formats } = row
  let entry = entries.find((entry) => entry.list === list)
  if (!entry) {
    entry = { list, formats }
    entries.push(entry)
  } else if (formats) entry.formats = [...new Set([...(entry.formats ?? []), ...formats])]
  if (hasDetails(row)) {
    entry.details ??= []
    entry.details.push(detailsOf(row))
  }
}

function summaryOf({ name, meaning, exact = false, rows }: ImportList): ListSummary {
  return {
    name,
    meaning,
    exact,
    rows: rows.length,
    lacksFormats: rows.some(({ formats }) => formats === undefined),
  }
}
