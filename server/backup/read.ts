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

/** What a backup has, in the order of its lines. `rows` are lines of the table before, several at once. */
type Piece =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; table: TableLine['table']; columns: string[] }
  | { kind: 'rows'; lines: string[] }
  | { kind: 'sequences'; sequences: Sequence[] }

const ROWS_AT_ONCE = 1000
const CHARACTERS_AT_ONCE = 1_000_000

/** A whole backup, as it was found. */
export interface Verified {
  header: Header
  rows: RowCounts
}

/** Reads a backup to its end without keeping it. @throws Refusal unless it is whole and unaltered. */
export async function verifyBackup(name: string, file: string): Promise<Verified> {
  let header: Header | undefined
  const reading = readBackup(name, file)
  for (;;) {
    const { done, value } = await reading.next()
    if (done && header) return { header, rows: value }
    if (done) throw notOne(name)
    if (value.kind === 'header') header = value.header
  }
}

/**
 * The pieces of a backup, and after the last how many rows each table had.
 * @throws Refusal for a file that is none; at the end, before it returns, for one that was cut short or altered.
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
      const begun = tableLine.safeParse(other).data
      const sequences = sequencesLine.safeParse(other).data
      end = endLine.safeParse(other).data?.end
      if (end) continue
      if (begun) {
        table = `${begun.table.schema}.${begun.table.name}`
        rows[table] = 0
        yield { kind: 'table', ...begun }
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
  const value = parse(name, line, notOne) as Partial<Header> | null
  if (value?.format === FORMAT && (value.formatVersion ?? 0) > FORMAT_VERSION) {
    throw new Refusal(`${name} was made by a newer version (${value.version}); restore it with that one.`)
  }
  const { data } = headerLine.safeParse(value)
  if (!data) throw notOne(name)
  return data
}

async function* linesOf(name: string, file: string): AsyncGenerator<string> {
  const text = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'Z_DATA_ERROR' && message === 'incorrect header check') throw notOne(name)
    if (code?.startsWith('Z_')) throw damaged(name)
    throw new Refusal(`${name} cannot be read (${message}).`)
  }
  if (rest !== '') throw damaged(name)
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

const notOne = (name: string) => new Refusal(`${name} is no backup of this program; name one.`)

const damaged = (name: string) =>
  new Refusal(`${name} is damaged: it was cut short or altered; take another backup.`)
