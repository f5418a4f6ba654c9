import Papa from 'papaparse'
import { columnFault, lineFault, spineFault } from '../film/rules.ts'
import { forSpreadsheet } from './formula-cells.ts'
import { type Problem, readTable } from './read-table.ts'

export const SET_COLUMNS = [
  'set',
  'set_spine',
  'criterion_id',
  'position',
  'spine',
  'title',
  'director',
  'year',
] as const

type Cells = Record<(typeof SET_COLUMNS)[number], string>

/** A film of a set. The title of a film with a spine is only read where the catalogue lacks the spine. */
export interface SetFilm {
  spine: number | null
  title: string | null
  director: string | null
  year: number | null
}

export interface BoxSet {
  title: string
  /** Its own spine. */
  spine: number | null
  criterionId: number | null
  /** In the order of their positions. */
  films: SetFilm[]
}

/** Reads a file of box sets: a row for each film, or one row without a film for a set that has none. */
export function readSetsCsv(csv: string): { sets: BoxSet[]; problems: Problem[] } {
  const rows = new Map<string, { first: Cells; line: number; films: Map<number, SetFilm> }>()
  const problems = readTable(csv, SET_COLUMNS, (cells, line) => {
    const wrong = faultsOf(cells)
    if (wrong.length > 0) return wrong
    const set = rows.get(cells.set) ?? { first: cells, line, films: new Map<number, SetFilm>() }
    rows.set(cells.set, set)
    if (cells.set_spine !== set.first.set_spine || cells.criterion_id !== set.first.criterion_id) {
      return [`set_spine or criterion_id of "${cells.set}" is not as on line ${set.line}`]
    }
    if (cells.position === '') return []
    if (set.films.has(Number(cells.position))) return [`"${cells.set}" has position ${cells.position} twice`]
    set.films.set(Number(cells.position), filmOf(cells))
    return []
  })
  const sets = [...rows.values()].map(({ first, films }) => ({
    title: first.set,
    spine: numberOf(first.set_spine),
    criterionId: numberOf(first.criterion_id),
    films: [...films].toSorted(([one], [other]) => one - other).map(([, film]) => film),
  }))
  return { sets, problems }
}

/** Writes a file of sets that {@link readSetsCsv} reads as the same. */
export function writeSetsCsv(sets: readonly BoxSet[]): string {
  const data = sets.flatMap(({ title, spine, criterionId, films }) => {
    const set = [forSpreadsheet(title), spine, criterionId]
    if (films.length === 0) return [[...set, '', '', '', '', '']]
    return films.map((film, index) => {
      const [name, director] = [film.title, film.director].map((text) => text && forSpreadsheet(text))
      return [...set, index + 1, film.spine, name, director, film.year]
    })
  })
  return `\uFEFF${Papa.unparse({ fields: [...SET_COLUMNS], data }, { newline: '\r\n' })}\r\n`
}

function faultsOf(cells: Cells): string[] {
  const { set, set_spine, criterion_id, position, spine, title, director, year } = cells
  const isEmpty = [position, spine, title, director, year].every((cell) => cell === '')
  const faults: [name: string, text: string, fault: string | undefined][] = [
    ['set', set, lineFault(set)],
    ['set_spine', set_spine, set_spine && spineFault(set_spine)],
    ['criterion_id', criterion_id, columnFault('tmdb_id', criterion_id)],
    ['spine', spine, spine && spineFault(spine)],
    ['title', title, title === '' && (isEmpty || spine !== '') ? undefined : lineFault(title)],
    ['director', director, director && lineFault(director)],
    ['year', year, columnFault('year', year)],
    ['position', position, isEmpty || /^[1-9]\d{0,2}$/.test(position) ? undefined : 'must be from 1 to 999'],
  ]
  return faults.flatMap(([name, text, fault]) => (fault ? [`${name} "${text.slice(0, 40)}" ${fault}`] : []))
}

function filmOf({ spine, title, director, year }: Cells): SetFilm {
  return { spine: numberOf(spine), title: title || null, director: director || null, year: numberOf(year) }
}

const numberOf = (text: string) => (text === '' ? null : Number(text))
