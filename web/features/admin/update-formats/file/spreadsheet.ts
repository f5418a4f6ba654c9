import type { CsvRecord } from '../../../../../domain/csv/records.ts'
import { type Archive, store, unpack } from './archive.ts'
import { NOT_LOADED, Unreadable } from './unreadable.ts'

const UNPACKED_MAX = 100_000_000
/** As many as a sheet of eleven columns has at most; each takes memory, also an empty one. */
const CELLS_MAX = 12_000_000

const DAMAGED = 'The spreadsheet is damaged, or no .xlsx file at all. Save it once more, or as CSV.'

/** Reads the first sheet of an .xlsx file; a line is a row of the sheet. */
export async function readSpreadsheet(bytes: Uint8Array<ArrayBuffer>): Promise<CsvRecord[]> {
  const { readSheet } = await import('read-excel-file/universal').catch((cause) => {
    throw new Unreadable(NOT_LOADED, { cause })
  })
  try {
    // The library would inflate in workers made of text, which the content policy does not let it have.
    const archive = unpack(bytes, (name) => /\.(xml|rels)$/.test(name), UNPACKED_MAX)
    const rows = await readSheet(new Blob([store(withPlainSheets(archive))]))
    return rows
      .map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => textOf(cell)) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''))
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(DAMAGED, { cause: error })
  }
}

function withPlainSheets(archive: Archive): Archive {
  const plain = { ...archive }
  for (const [name, content] of Object.entries(archive)) {
    if (!/worksheets\/[^/]*\.xml$/.test(name)) continue
    const sheet = new TextDecoder().decode(content)
    checkExtent(sheet)
    plain[name] = new TextEncoder().encode(withVisibleErrors(sheet))
  }
  return plain
}

/** One cell in the last corner of a sheet would make the library fill in all that come before it. */
function checkExtent(sheet: string): void {
  let rows = 0
  let columns = 0
  for (const [, letters = '', row] of sheet.matchAll(/<(?:\w+:)?(?:c|row)\s[^>]*?\br="([A-Z]*)(\d+)"/g)) {
    rows = Math.max(rows, Number(row))
    columns = Math.max(columns, numberOfColumn(letters))
  }
  if (rows * columns > CELLS_MAX || rows > CELLS_MAX) {
    throw new Unreadable(
      'The sheet is too large. Save only the table of formats, without anything far from it.',
    )
  }
}

function numberOfColumn(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}

/**
 * The library takes the error of a formula, and a formula without its result, for an empty cell: a flag would be read
 * as not set. Here both become text, which is named as wrong.
 */
function withVisibleErrors(sheet: string): string {
  return sheet
    .replace(/(<(?:\w+:)?c\s[^>]*?\bt=)"e"/g, '$1"str"')
    .replace(FORMULA_WITHOUT_RESULT, (cell, ...parts) => {
      const [prefix, attributes, formula, value] = parts as (string | undefined)[]
      // Text may be empty: =IF(B2,"X","").
      if (value !== undefined && /\bt="str"/.test(attributes ?? '')) return cell
      const kept = attributes?.replace(/\bt="\w*"/, '')
      return `<${prefix}c t="str" ${kept}>${formula}<${prefix}v>a formula without its result</${prefix}v></${prefix}c>`
    })
}

const FORMULA_WITHOUT_RESULT =
  /<((?:\w+:)?)c\s([^>]*)>(<\1f(?:\s[^>]*)?(?:\/>|>[^<]*<\/\1f>))(<\1v\s*\/>|<\1v><\/\1v>)?<\/\1c>/g

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).trim()
}
