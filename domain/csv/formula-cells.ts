/** Texts that a spreadsheet reads as a formula, also with the full-width forms of these signs. */
export const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * Returns the text as a cell that a spreadsheet shows and never evaluates: it puts an apostrophe before it.
 * {@link fromSpreadsheet} returns the exact text again.
 */
export function forSpreadsheet(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** Returns the text from which {@link forSpreadsheet} made a cell; any other cell is returned unchanged. */
export function fromSpreadsheet(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
