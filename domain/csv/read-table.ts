import { fromSpreadsheet } from './formula-cells.ts'
import { csvRecords } from './records.ts'

/** A fault in a file; `line` counts from 1, which is the header. */
export interface Problem {
  line: number
  message: string
}

/**
 * Reads a file with exactly these columns, found by name in any order. `readRow` gets the trimmed cells of each row and
 * returns what is wrong with them.
 */
export function readTable<Column extends string>(
  csv: string,
  columns: readonly Column[],
  readRow: (cells: Record<Column, string>, line: number) => string[],
): Problem[] {
  const [header, ...lines] = csvRecords(csv)
  if (!header) return [{ line: 1, message: 'The file is empty.' }]
  const names = header.cells.map((name) => name.trim())
  const wrong = [
    ...columns
      .filter((column) => !names.includes(column))
      .map((name) => `the header lacks the column ${name}`),
    ...names
      .filter((name, index) => !columns.some((column) => column === name) || names.indexOf(name) !== index)
      .map((name) => `the header names an unknown or repeated column "${name.slice(0, 40)}"`),
  ]
  if (wrong.length > 0) return wrong.slice(0, 10).map((message) => ({ line: header.line, message }))
  return lines.flatMap(({ line, cells, malformed }) => {
    const faults = malformed ? [malformed] : rowFaults(cells, line)
    return faults.map((message) => ({ line, message }))
  })

  function rowFaults(cells: string[], line: number): string[] {
    if (cells.length !== names.length) {
      return [`has ${cells.length} cells where the header has ${names.length}`]
    }
    const texts = cells.map((cell, index) => [names[index], fromSpreadsheet(cell.trim())])
    return readRow(Object.fromEntries(texts), line)
  }
}
