import Papa from 'papaparse'
import { FORMULA } from '../../csv/formula-cells.ts'
import { FORMAT_NAMES } from '../../film/formats.ts'
import type { LeftRow, MatchedFile } from '../match/match-lists.ts'
import type { Choices, Refused } from './plan.ts'

/** A row that an import leaves out, and why. */
interface LeftOut {
  list: string
  row: number
  title: string
  year: number | ''
  director: string
  reason: string
}

/** The rows of a file that an import with these choices leaves out. */
export function leftOut(file: MatchedFile, answers: Choices['answers']): LeftOut[] {
  const rows = file.left.map((left) => entry(file, left))
  for (const { key, row, entries } of file.questions) {
    const answer = answers.get(key)
    if (answer) continue
    const why = answer === null ? 'you chose none of the titles' : 'to check, and left open'
    for (const { list } of entries) rows.push(entry(file, { list, row, why }))
  }
  return rows
}

function entry(file: MatchedFile, { list, row, why }: LeftRow): LeftOut {
  const { line, title = '', year = '', director = '' } = row
  return { list: file.lists[list]?.name ?? '', row: line, title, year, director, reason: why }
}

/** Writes them as CSV (RFC 4180). A value that a spreadsheet would read as a formula is written as text. */
export function leftOutCsv(
  rows: readonly LeftOut[],
  refused: readonly (Refused & { title: string; year: number | null })[],
): string {
  const lines = [
    ...rows.map(({ list, row, title, year, director, reason }) => [list, row, title, year, director, reason]),
    ...refused.map(({ title, year, format }) => [
      '',
      '',
      title,
      year ?? '',
      '',
      `not released on ${FORMAT_NAMES[format]}`,
    ]),
  ]
  const fields = ['List', 'Row', 'Title', 'Year', 'Director', 'Reason']
  // Spreadsheets recognise UTF-8 by the byte order mark.
  return `\ufeff${Papa.unparse({ fields, data: lines }, { escapeFormulae: FORMULA })}\r\n`
}
