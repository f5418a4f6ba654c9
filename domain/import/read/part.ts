import { type CsvRecord, csvRecords, delimiterOf } from '../../csv/records.ts'
import { unpack } from '../../files/archive.ts'
import { FILE_TOO_LARGE, MAX_FILE_BYTES, MAX_UNPACKED_BYTES } from '../../files/limits.ts'
import { readSpreadsheet } from '../../files/spreadsheet.ts'
import { Unreadable } from '../../files/unreadable.ts'
import { numberText } from './values.ts'
import { type Element, parseXml } from './xml.ts'

/** One file, or one file of an archive, read as the kind of data that its bytes are. */
export type Part = { name: string } & (
  | { kind: 'table'; records: CsvRecord[] }
  | { kind: 'json'; value: unknown }
  | { kind: 'xml'; root: Element }
)

const MAX_FILES = 1000

/** The most rows of a file. */
export const MAX_FILE_ROWS = 200_000
export const TOO_LONG = 'The file has more than 200,000 rows. Choose one with your films only.'

const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** The container of .xls spreadsheets, and of .xlsx spreadsheets with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0]

/**
 * Files of a Letterboxd archive without films, such as the profile with the e-mail address; entries that the person
 * deleted; and hidden files.
 */
const NEVER_READ =
  /(^|\/)(deleted|orphaned|__MACOSX)\/|(^|\/)(profile|comments)\.csv$|(^|\/)likes\/(lists|reviews)\.csv$|(^|\/)\./i

/**
 * Reads a file: a table as CSV, TSV or .xlsx, JSON, XML, or a zip archive of these. The bytes decide which it is, not
 * the name.
 * @throws Unreadable with a sentence for the person who chose the file.
 */
export async function readParts(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Part[]> {
  if (bytes.length > MAX_FILE_BYTES) throw new Unreadable(FILE_TOO_LARGE)
  if (bytes.length === 0) throw new Unreadable('The file is empty.')
  if (beginsWith(bytes, OLE)) {
    throw new Unreadable(
      'This is an .xls spreadsheet, or one with a password. Save it as .xlsx or CSV without one.',
    )
  }
  if (!beginsWith(bytes, ZIP)) return [readText(bytes, name)]
  const names = namesIn(bytes)
  if (names.includes('xl/workbook.xml')) {
    return [{ kind: 'table', name, records: (await readSpreadsheet(bytes)).map(withNumbers) }]
  }
  return readArchive(bytes, names)
}

/** A spreadsheet stores a number without separators of thousands, so every point in one is a decimal point. */
function withNumbers(record: CsvRecord): CsvRecord {
  return { ...record, cells: record.cells.map(numberText) }
}

function readArchive(bytes: Uint8Array<ArrayBuffer>, names: string[]): Part[] {
  const wanted = names.filter((name) => /\.(csv|tsv|txt|json|xml)$/i.test(name) && !NEVER_READ.test(name))
  if (wanted.length === 0) {
    throw new Unreadable(
      names.some((name) => /\.zip$/i.test(name))
        ? 'The archive holds another archive. Unpack it, and choose the one inside.'
        : 'The archive holds no CSV, JSON or XML file.',
    )
  }
  if (wanted.length > MAX_FILES)
    throw new Unreadable('The archive holds more than 1,000 files. Choose the one with your films.')
  const files = unpacked(bytes, new Set(wanted))
  return wanted.flatMap((name) => {
    const content = files[name]
    return content && content.length > 0 ? [readText(content, name)] : []
  })
}

function namesIn(bytes: Uint8Array<ArrayBuffer>): string[] {
  const names: string[] = []
  const note = (name: string) => {
    names.push(name)
    return false
  }
  attempt(() => unpack(bytes, note, 0))
  return names
}

function unpacked(bytes: Uint8Array<ArrayBuffer>, wanted: ReadonlySet<string>) {
  return attempt(() => unpack(bytes, (name) => wanted.has(name), MAX_UNPACKED_BYTES))
}

function attempt<Result>(unpackIt: () => Result): Result {
  try {
    return unpackIt()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('The archive is damaged or has a password. Export it again.', { cause: error })
  }
}

function readText(bytes: Uint8Array<ArrayBuffer>, name: string): Part {
  const text = decode(bytes)
  if (text.includes('\0')) throw new Unreadable(`${name} is not a CSV, XLSX, JSON, XML or ZIP file.`)
  const start = text.trimStart()
  if (start.startsWith('<')) return { kind: 'xml', name, root: parseXml(text) }
  if (/^[[{]/.test(start)) {
    const value = parseJson(start)
    if (value !== undefined) return { kind: 'json', name, value }
    if (start.startsWith('{')) throw new Unreadable('The JSON file is damaged. Export it again.')
  }
  // Checked before parsing, because parsing a long file is slow. A field may have several lines.
  if (linesIn(text) > 2 * MAX_FILE_ROWS) throw new Unreadable(TOO_LONG)
  return { kind: 'table', name, records: csvRecords(text, delimiterOf(text)) }
}

function linesIn(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Decodes UTF-8 and UTF-16, and what is not valid UTF-8 as windows-1252, which older programs write. */
function decode(bytes: Uint8Array): string {
  if (beginsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes)
  if (beginsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes)
  // The first sign of a table is a letter, so in UTF-16 one of its two bytes is zero.
  if (bytes[0] !== 0 && bytes[1] === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0 && bytes[1] !== 0) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function beginsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}
