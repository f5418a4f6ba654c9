import type { Flags, FormatsFile, Note, Reason } from '../../../../../domain/csv/formats-csv.ts'
import { FLAGS, type Flag } from '../../../../../domain/film/formats.ts'

/** A film with what an update is about. */
export type ComparedFilm = { id: number; spine: number; title: string } & Flags

/** What an update would do to a film: only the flags that change. */
export interface FilmChange {
  id: number
  spine: number
  title: string
  before: Partial<Flags>
  after: Partial<Flags>
}

export interface Comparison {
  /** By spine. */
  changes: FilmChange[]
  /** How many films stay as they are: those of which the file says the same, and those it does not name. */
  same: number
  absent: number
  problems: Notes
  warnings: Notes
}

/** Of what may be a hundred thousand: how many, and by reason the first of each. */
export interface Notes {
  groups: { reason: Reason; shown: Note[]; count: number }[]
  count: number
}

const SHOWN_OF_GROUP = 50

/** Holds what a file says against the films as they are. */
export function compare(file: FormatsFile, films: readonly ComparedFilm[]): Comparison {
  const filmOfSpine = new Map(films.map((film) => [film.spine, film]))
  const changes: FilmChange[] = []
  const unknown: Note[] = []
  for (const { line, spine, flags } of file.rows) {
    const film = filmOfSpine.get(spine)
    if (!film) {
      unknown.push({
        line,
        reason: 'Not in the catalogue',
        message: `spine ${spine} is not in the catalogue`,
      })
      continue
    }
    const change = changeOf(film, flags)
    if (change) changes.push(change)
  }
  const named = file.rows.length - unknown.length
  return {
    changes: changes.sort((one, other) => one.spine - other.spine),
    same: named - changes.length,
    absent: films.length - named,
    problems: notes([...file.problems, ...unknown]),
    warnings: notes(file.warnings),
  }
}

function changeOf(film: ComparedFilm, wanted: Flags): FilmChange | undefined {
  const changed = FLAGS.filter((flag) => film[flag] !== wanted[flag])
  if (changed.length === 0) return undefined
  const { id, spine, title } = film
  return { id, spine, title, before: pick(film, changed), after: pick(wanted, changed) }
}

function pick(flags: Flags, names: readonly Flag[]): Partial<Flags> {
  return Object.fromEntries(names.map((name) => [name, flags[name]]))
}

function notes(all: Note[]): Notes {
  const byLine = all.sort((one, other) => one.line - other.line)
  const groups = [...Map.groupBy(byLine, ({ reason }) => reason)].map(([reason, group]) => ({
    reason,
    shown: group.slice(0, SHOWN_OF_GROUP),
    count: group.length,
  }))
  return { groups, count: all.length }
}
