import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Refusal } from '../refusal.ts'
import {
  endLine,
  FORMAT,
  FORMAT_VERSION,
  type Header,
  headerLine,
  type RowCounts,
  type Sequence,
  sequencesLine,
  type TableLine,
  tableLine,
} from './format.ts'

/** A part of a backup, in the order of its lines. `rows` are several lines of the latest table. */
type Piece =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; table: TableLine['table']; columns: string[] }
  | { kind: 'rows'; lines: string[] }
  | { kind: 'sequences'; sequences: Sequence[] }

const ROWS_AT_ONCE = 1000
const CHARACTERS_AT_ONCE = 1_000_000

/** A row has at most some megabytes, and a line must fit into memory. */
const LONGEST_LINE = 64_000_000

class LineTooLong extends Error {}

/** The header and the numbers of rows of a complete backup. */
export interface Verified {
  header: Header
  rows: RowCounts
}

/** Reads a backup to its end. @throws Refusal unless it is complete and unaltered. */
export async function verifyBackup(name: string, file: string): Promise<Verified> {
  let header: Header | undefined
  const reading = readBackup(name, file)
  for (;;) {
    const { done, value } = await reading.next()
    if (done && header) return { header, rows: value }
    if (done) throw notABackup(name)
    if (value.kind === 'header') header = value.header
  }
}

/**
 * Yields the parts of a backup, and returns the number of rows of each table.
 * @throws Refusal for a file that is not a backup; at the end, for one that was truncated or altered.
 */
export async function* readBackup(name: string, file: string): AsyncGenerator<Piece, RowCounts> {
  const hash = createHash('sha256')
  const rows: RowCounts = {}
  let lines: string[] = []
  let characters = 0
  let table: string | undefined
  let started = false
  let end: { rows: RowCounts; sha256: string } | undefined

  for await (const line of linesOf(name, file)) {
    if (end) throw damaged(name)
    if (!started) {
      yield { kind: 'header', header: readHeader(name, line) }
      started = true
    } else if (line.startsWith('[')) {
      if (table === undefined) throw damaged(name)
      rows[table] = (rows[table] ?? 0) + 1
      lines.push(line)
      characters += line.length
    } else {
      if (lines.length > 0) yield { kind: 'rows', lines }
      lines = []
      characters = 0
      const other = parse(name, line)
      const begin = tableLine.safeParse(other).data
      const sequences = sequencesLine.safeParse(other).data
      end = endLine.safeParse(other).data?.end
      if (end) continue
      if (begin) {
        table = `${begin.table.schema}.${begin.table.name}`
        rows[table] = 0
        yield { kind: 'table', ...begin }
      } else if (sequences) yield { kind: 'sequences', ...sequences }
      else throw damaged(name)
    }
    hash.update(line).update('\n')
    if (lines.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) {
      yield { kind: 'rows', lines }
      lines = []
      characters = 0
    }
  }
  if (!end || end.sha256 !== hash.digest('hex') || !isEqual(end.rows, rows)) throw damaged(name)
  return rows
}

function readHeader(name: string, line: string): Header {
  const value = parse(name, line, notABackup) as Partial<Header> | null
  if (value?.format === FORMAT && (value.formatVersion ?? 0) > FORMAT_VERSION) {
    throw new Refusal(`${name} was made by a newer version (${value.version}); restore it with that one.`)
  }
  const { data } = headerLine.safeParse(value)
  if (!data) throw notABackup(name)
  return data
}

async function* linesOf(name: string, file: string): AsyncGenerator<string> {
  const text = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8')
  // The parts of a line that has not ended. They are joined once, as joining them for each chunk takes quadratic time.
  let parts: string[] = []
  let characters = 0
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const [end = '', ...next] = chunk.split('\n')
      parts.push(end)
      characters += end.length
      if (characters > LONGEST_LINE) throw new LineTooLong()
      const begun = next.pop()
      if (begun === undefined) continue
      yield parts.join('')
      yield* next
      parts = [begun]
      characters = begun.length
    }
  } catch (error) {
    if (error instanceof LineTooLong) {
      throw new Refusal(
        `${name} has a line of more than 64 million characters, as no backup has; take another one.`,
      )
    }
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'Z_DATA_ERROR' && message === 'incorrect header check') throw notABackup(name)
    if (code?.startsWith('Z_')) throw damaged(name)
    throw new Refusal(`${name} cannot be read (${message}).`)
  }
  if (characters > 0) throw damaged(name)
}

function parse(name: string, line: string, refusal = damaged): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw refusal(name)
  }
}

function isEqual(a: RowCounts, b: RowCounts): boolean {
  const tables = Object.keys(a)
  return tables.length === Object.keys(b).length && tables.every((table) => a[table] === b[table])
}

const notABackup = (name: string) => new Refusal(`${name} is not a backup of this program; name one that is.`)

const damaged = (name: string) =>
  new Refusal(`${name} is damaged: it was cut short or altered; take another backup.`)
