import { type FormatsFile, readFormatsCsv, readFormatsRows } from '../../../../../domain/csv/formats-csv.ts'
import { readSpreadsheet } from '../../../../../domain/files/spreadsheet.ts'
import { Unreadable } from '../../../../../domain/files/unreadable.ts'

const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** The container of .xls spreadsheets, and of .xlsx spreadsheets with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0]

/** Reads a CSV or .xlsx file. The first bytes decide which it is, not the name. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<FormatsFile> {
  if (beginsWith(bytes, OLE)) {
    throw new Unreadable(
      'This is an .xls spreadsheet, or one with a password. Save it as .xlsx or CSV without one.',
    )
  }
  if (beginsWith(bytes, ZIP)) return readFormatsRows(await readSpreadsheet(bytes))
  const text = decoded(bytes)
  if (text.includes('\0')) throw new Unreadable('This is neither a CSV file nor an .xlsx spreadsheet.')
  return readFormatsCsv(text)
}

/** Letters beyond ASCII occur only in ignored columns, so misreading them does no harm. */
function decoded(bytes: Uint8Array<ArrayBuffer>): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

/** Spreadsheets save UTF-16 as "Unicode text". */
function encodingOf(bytes: Uint8Array): string {
  if (beginsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  return beginsWith(bytes, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8'
}

function beginsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}
