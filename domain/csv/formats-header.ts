import { FLAGS, type Flag, FORMATS, type Format } from '../film/formats.ts'

const FORMAT_COLUMNS: Record<Format, string> = {
  laserdisc: 'Laserdisc',
  dvd: 'DVD',
  bluray: 'Blu-ray',
  bluray_4k: '4K',
}

/** The column of each flag in the file of format updates (SPEC §3). */
export const FLAG_COLUMNS = Object.fromEntries(
  FORMATS.flatMap((format) => [
    [format, FORMAT_COLUMNS[format]],
    [`${format}_oop`, `OOP_${FORMAT_COLUMNS[format]}`],
  ]),
) as Record<Flag, string>

/** All columns in the usual order: the spine, then one for each flag. */
export const COLUMNS: readonly string[] = ['Spine', ...FLAGS.map((flag) => FLAG_COLUMNS[flag])]

/** The index of each column in a header, whose names may be in any order and case; -1 for a missing column. */
export function indexesOf(names: readonly string[]): number[] {
  const known = names.map((name) => name.toLowerCase())
  return COLUMNS.map((column) => known.indexOf(column.toLowerCase()))
}

/** Why a file with this header cannot be read. */
export function headerFaults(names: readonly string[]): string[] {
  const indexes = indexesOf(names)
  const missing = COLUMNS.filter((_, index) => indexes[index] === -1)
  const known = names.filter(isColumn)
  const repeated = known.filter((name, index) => known.findIndex((other) => isSame(name, other)) !== index)
  const unknown = unknownColumns(names)
  if (missing.length === 0 && repeated.length === 0) return []
  return [
    ...(missing.length > 0 ? [`the header lacks ${inWords(missing)}`] : []),
    ...(repeated.length > 0 ? [`the header has ${inWords(repeated)} more than once`] : []),
    // A missing column may be misspelled.
    ...(missing.length > 0 && unknown.length > 0 ? [`the header has ${inWords(unknown)} instead`] : []),
  ]
}

/** What is ignored in a file that can be read. */
export function headerWarnings(names: readonly string[]): string[] {
  const unknown = unknownColumns(names)
  return unknown.length > 0 ? [`${inWords(unknown)} is no part of the update and is passed over`] : []
}

function unknownColumns(names: readonly string[]): string[] {
  return names.filter((name) => name !== '' && !isColumn(name))
}

function isColumn(name: string): boolean {
  return COLUMNS.some((column) => isSame(name, column))
}

function isSame(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}

const SHOWN = 9

function inWords(columns: readonly string[]): string {
  const more = columns.length - SHOWN
  const list = columns.slice(0, SHOWN).map(quoted).join(', ')
  return `the column${columns.length > 1 ? 's' : ''} ${list}${more > 0 ? ` and ${more} more` : ''}`
}

/** Quotes any text of a file within a sentence. */
export function quoted(text: string): string {
  return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`
}
