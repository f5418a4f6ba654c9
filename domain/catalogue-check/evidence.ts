import Papa from 'papaparse'
import { type Flag, FORMATS, type Format } from '../film/formats.ts'

/** How far the flag of a format can be trusted: a list or page says so, it is inferred by a rule, or nothing is known. */
type Basis = 'sourced' | 'rule' | 'unknown'

/** Evidence against a flag that does not settle it. */
interface Doubt {
  spine: number
  column: Flag
  /** What the evidence says. */
  value: boolean
  basis: string
  source: string
}

export interface Evidence {
  basis: ReadonlyMap<number, Record<Format, Basis>>
  doubts: Doubt[]
}

/** Reads `catalogue/format-basis.csv` and `catalogue/doubts.csv`. */
export function readEvidence(basisCsv: string, doubtsCsv: string): Evidence {
  const basis = rowsOf(basisCsv).map((row): [number, Record<Format, Basis>] => [
    Number(row.spine),
    Object.fromEntries(FORMATS.map((format) => [format, row[format]])) as Record<Format, Basis>,
  ])
  const doubts = rowsOf(doubtsCsv).map(({ spine, column, value, basis = '', source = '' }) => ({
    spine: Number(spine),
    column: column as Flag,
    value: value === 'true',
    basis,
    source,
  }))
  return { basis: new Map(basis), doubts }
}

function rowsOf(csv: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data
}
