import type { CsvRecord } from '../csv/records.ts'
import { type Archive, store, unpack } from './archive.ts'
import { MAX_UNPACKED_BYTES } from './limits.ts'
import { NOT_LOADED, Unreadable } from './unreadable.ts'

/** Enough for a full sheet of eleven columns. Every cell takes memory, also an empty one. */
export const MAX_CELLS = 12_000_000

const DAMAGED = 'The spreadsheet is damaged or is not an .xlsx file. Save it again, or as CSV.'

/** Reads the first sheet of an .xlsx file; the line of a record is its row in the sheet. */
export async function readSpreadsheet(bytes: Uint8Array<ArrayBuffer>): Promise<CsvRecord[]> {
  const { readSheet } = await import('read-excel-file/universal').catch((cause) => {
    throw new Unreadable(NOT_LOADED, { cause })
  })
  try {
    // The library would inflate in workers made from blobs, which the content policy forbids.
    const archive = unpack(bytes, (name) => /\.(xml|rels)$/.test(name), MAX_UNPACKED_BYTES)
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

/** Refuses a sheet with a cell far out: the library would create every cell before it. */
function checkExtent(sheet: string): void {
  let rows = 0
  let columns = 0
  for (const [, letters = '', row] of sheet.matchAll(/<(?:\w+:)?(?:c|row)\s[^>]*?\br="([A-Z]*)(\d+)"/g)) {
    rows = Math.max(rows, Number(row))
    columns = Math.max(columns, numberOfColumn(letters))
  }
  if (rows * columns > MAX_CELLS || rows > MAX_CELLS) {
    throw new Unreadable('The sheet is too large. Save only its table, without anything far from it.')
  }
}

function numberOfColumn(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}

/**
 * The library reads a formula with an error, and a formula without a stored result, as an empty cell, so a flag would be
 * read as not set. This turns both into text, which is then reported as invalid.
 */
function withVisibleErrors(sheet: string): string {
  return sheet
    .replace(/(<(?:\w+:)?c\s[^>]*?\bt=)"e"/g, '$1"str"')
    .replace(FORMULA_WITHOUT_RESULT, (cell, ...parts) => {
      const [prefix, attributes, formula, value] = parts as (string | undefined)[]
      // The result may be an empty text: =IF(B2,"X","").
      if (value !== undefined && /\bt="str"/.test(attributes ?? '')) return cell
      const otherAttributes = attributes?.replace(/\bt="\w*"/, '')
      return `<${prefix}c t="str" ${otherAttributes}>${formula}<${prefix}v>a formula without its result</${prefix}v></${prefix}c>`
    })
}

const FORMULA_WITHOUT_RESULT =
  /<((?:\w+:)?)c\s([^>]*)>(<\1f(?:\s[^>]*)?(?:\/>|>[^<]*<\/\1f>))(<\1v\s*\/>|<\1v><\/\1v>)?<\/\1c>/g

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).trim()
}
