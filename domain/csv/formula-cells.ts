/** What a spreadsheet takes for the start of a formula, also where it types such signs twice as wide. */
export const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * The text as a cell that a spreadsheet shows and never carries out: one more apostrophe stands before it.
 * {@link fromSpreadsheet} gives back every text exactly.
 */
export function forSpreadsheet(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The text that {@link forSpreadsheet} made the cell of; a cell of any other origin stands for itself. */
export function fromSpreadsheet(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
