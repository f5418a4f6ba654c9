import type { Flags, FormatsFile, Note, Reason } from '../../../../../domain/csv/formats-csv.ts'
import { FLAGS, type Flag } from '../../../../../domain/film/formats.ts'

/** A film with its flags. */
export type ComparedFilm = { id: number; spine: number; title: string } & Flags

/** The change of a film by an update; it has only the flags that change. */
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
  /** How many films do not change: those with the same values in the file, and those not in the file. */
  same: number
  absent: number
  problems: Notes
  warnings: Notes
}

/** Notes on lines of the file, by reason. There may be 100,000, so each group has only its first ones. */
export interface Notes {
  groups: { reason: Reason; shown: Note[]; count: number }[]
  count: number
}

const SHOWN_OF_GROUP = 50

/** Compares the rows of a file with the films. */
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
