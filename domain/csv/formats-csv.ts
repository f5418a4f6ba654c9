import Papa from 'papaparse'
import { FLAGS, type Flag, FORMATS } from '../film/formats.ts'
import { spineFault } from '../film/rules.ts'
import { COLUMNS, FLAG_COLUMNS, headerFaults, headerWarnings, indexesOf, quoted } from './formats-header.ts'
import { type CsvRecord, csvRecords, delimiterOf } from './records.ts'

export type Flags = Record<Flag, boolean>

/** A remark about one line: a sentence that begins in lower case and has no full stop. */
export interface Note {
  line: number
  reason: Reason
  message: string
}

/** The reason by which notes are grouped. */
export type Reason =
  | 'Header'
  | 'Not a row of the table'
  | 'No valid spine'
  | 'Neither X nor empty'
  | 'Spine more than once'
  | 'Not in the catalogue'
  | 'Out of print without the format'

interface FormatsRow {
  line: number
  spine: number
  flags: Flags
}

/** The content of a file: its valid rows. A file with an invalid header has none. */
export interface FormatsFile {
  rows: FormatsRow[]
  /** Why lines, or the whole file, are not used. */
  problems: Note[]
  /** What is ignored in a file, and in lines that are used otherwise. */
  warnings: Note[]
}

/** Writes the file that format updates read: one row for each spine, X for true, the columns in the usual order. */
export function writeFormatsCsv(films: readonly ({ spine: number } & Partial<Flags>)[]): string {
  const rows = films.map((film) => [film.spine, ...FLAGS.map((flag) => (film[flag] ? 'X' : ''))])
  return `${Papa.unparse({ fields: [...COLUMNS], data: rows }, { newline: '\n' })}\n`
}

/** Reads such a file, with commas, semicolons or tabs as separators. */
export function readFormatsCsv(csv: string): FormatsFile {
  const [header = ''] = csv.replace(/^[\s\uFEFF]+/, '').split(/[\r\n]/, 1)
  return readFormatsRows(csvRecords(csv, delimiterOf(header)))
}

/**
 * Reads the rows of a table: columns by name in any order and case, X in either case. It guesses nothing: a missing
 * column would clear its flag everywhere, and a "yes" would be read as no.
 */
export function readFormatsRows(records: readonly CsvRecord[]): FormatsFile {
  const [header, ...lines] = records
  if (!header)
    return { rows: [], problems: [{ line: 1, reason: 'Header', message: 'the file is empty' }], warnings: [] }

  const at =
    (line: number) =>
    (message: string): Note => ({ line, reason: 'Header', message })
  const names = header.cells.map((name) => name.trim())
  const wrong = header.malformed ? [`the header ${header.malformed}`] : headerFaults(names)
  if (wrong.length > 0) return { rows: [], problems: wrong.map(at(header.line)), warnings: [] }

  const columns = indexesOf(names)
  const rows: FormatsRow[] = []
  const problems: Note[] = []
  const warnings = headerWarnings(names).map(at(header.line))
  for (const record of lines) {
    const cells = columns.map((column) => record.cells[column]?.trim() ?? '')
    const fault = recordFault(record, names) ?? cellFault(cells)
    if (fault) {
      problems.push({ line: record.line, ...fault })
      continue
    }
    const row = rowOf(record.line, cells)
    warnings.push(...dropStrayOop(row))
    rows.push(row)
  }
  return { rows: withoutRepeated(rows, problems), problems, warnings }
}

type Fault = Omit<Note, 'line'>

function recordFault({ cells, malformed }: CsvRecord, names: readonly string[]): Fault | undefined {
  const reason = 'Not a row of the table'
  if (malformed) return { reason, message: malformed }
  const hasMore = cells.slice(names.length).some((cell) => cell.trim() !== '')
  if (cells.length < names.length || hasMore) {
    return { reason, message: `has ${cells.length} cells where the header has ${names.length}` }
  }
}

/** @param cells the cells of the columns, in the order of the columns. */
function cellFault([spine = '', ...flags]: readonly string[]): Fault | undefined {
  const reason = 'No valid spine'
  if (spine === '') return { reason, message: 'spine is missing' }
  const fault = spineFault(spine)
  if (fault) return { reason, message: `spine ${quoted(spine)} ${fault}` }
  const wrong = flags.findIndex((cell) => !/^x?$/i.test(cell))
  if (wrong === -1) return undefined
  return {
    reason: 'Neither X nor empty',
    message: `${COLUMNS[wrong + 1]} holds ${quoted(flags[wrong] ?? '')} where only X or nothing can stand`,
  }
}

function rowOf(line: number, [spine, ...cells]: readonly string[]): FormatsRow {
  const flags = Object.fromEntries(FLAGS.map((flag, index) => [flag, cells[index] !== ''])) as Flags
  return { line, spine: Number(spine), flags }
}

/** A format that was not released cannot be out of print. */
function dropStrayOop({ line, spine, flags }: FormatsRow): Note[] {
  const stray = FORMATS.filter((format) => flags[`${format}_oop`] && !flags[format])
  return stray.map((format) => {
    flags[`${format}_oop`] = false
    const [oop, available] = [FLAG_COLUMNS[`${format}_oop`], FLAG_COLUMNS[format]]
    return {
      line,
      reason: 'Out of print without the format',
      message: `spine ${spine} has ${oop} without ${available}, so ${oop} is passed over`,
    }
  })
}

/** If a spine occurs twice, it is unclear which line is right, so neither is used. */
function withoutRepeated(rows: FormatsRow[], problems: Note[]): FormatsRow[] {
  const first = new Map<number, number>()
  const repeated = new Set<number>()
  for (const { spine, line } of rows) {
    const earlier = first.get(spine)
    if (earlier === undefined) {
      first.set(spine, line)
      continue
    }
    if (!repeated.has(spine)) {
      problems.push({
        line: earlier,
        reason: 'Spine more than once',
        message: `spine ${spine} stands on line ${line} once more, so neither is used`,
      })
    }
    repeated.add(spine)
    problems.push({
      line,
      reason: 'Spine more than once',
      message: `spine ${spine} stands on line ${earlier} already, so neither is used`,
    })
  }
  problems.sort((one, other) => one.line - other.line)
  return rows.filter(({ spine }) => !repeated.has(spine))
}
