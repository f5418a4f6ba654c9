import type { Progress } from '../admin/progress.ts'
import type { Transaction } from '../db/database.ts'
import { writeFileAtomicallyWith } from '../files/write-file-atomically.ts'
import { FORMAT, FORMAT_VERSION, type Header, type RowCounts } from './format.ts'
import { verifyBackup } from './read.ts'
import { openSink, type Sink } from './sink.ts'
import { type SiteTable, siteSequences, siteTables } from './site-tables.ts'
import type { Snapshot } from './snapshot.ts'

/** The number of disk blocks whose rows are read as one text: some megabytes. */
const BLOCKS_AT_ONCE = 128

interface BackupOptions {
  /** The program's version. */
  version: string
  engine: string
  onProgress?: (progress: Progress) => void
  /** Aborts the backup, which then rejects and leaves no file. */
  signal?: AbortSignal | undefined
}

/** The numbers of rows written, and how long reading the database took. */
export interface Written {
  rows: RowCounts
  readingMs: number
}

/**
 * Writes a backup of a site to a file, atomically, and reads the file again to verify it.
 * @param name what a refusal calls the file.
 * @throws Refusal if the file cannot be written.
 */
export function writeBackup(
  snapshot: Snapshot,
  name: string,
  file: string,
  options: BackupOptions,
): Promise<Written> {
  return writeFileAtomicallyWith(name, file, async (draft) => {
    const sink = openSink(draft)
    try {
      const startedAt = performance.now()
      const rows = await snapshot((tx) => sendAll(tx, sink, options))
      const readingMs = performance.now() - startedAt
      await sink.write(lineOf({ end: { rows, sha256: sink.digest() } }))
      await sink.end()
      await verifyBackup(name, draft)
      return { rows, readingMs }
    } catch (error) {
      sink.abandon()
      throw error
    }
  })
}

async function sendAll(
  tx: Transaction,
  sink: Sink,
  { version, engine, onProgress, signal }: BackupOptions,
): Promise<RowCounts> {
  const tables = await siteTables(tx)
  const total = tables.reduce((sum, { blocks }) => sum + blocks, 0)
  let done = 0
  const rows: RowCounts = {}
  await sink.write(lineOf({ ...(await headerOf(tx)), version, engine }))
  for (const table of tables) {
    const { schema, name, columns } = table
    const key = `${schema}.${name}`
    rows[key] = 0
    await sink.write(lineOf({ table: { schema, name }, columns: columns.map((column) => column.name) }))
    for (let block = 0; block < table.blocks; block += BLOCKS_AT_ONCE) {
      signal?.throwIfAborted()
      const [chunk] = await tx.query<{ rows: number; lines: string | null }>(chunkQuery(table, block))
      if (chunk?.lines) await sink.write(`${chunk.lines}\n`)
      rows[key] += chunk?.rows ?? 0
      onProgress?.({ done: Math.min(done + block, total), total })
    }
    done += table.blocks
  }
  await sink.write(lineOf({ sequences: await siteSequences(tx) }))
  return rows
}

/** Reads the rows of some blocks by their position on the disk: every table has it, and it needs no sorting. */
function chunkQuery({ quoted, columns }: SiteTable, block: number): string {
  const values = columns.map((column) => `${column.quoted}::text`)
  return `select count(*)::int as rows, string_agg(array_to_json(array[${values.join(', ')}]::text[])::text, e'\\n') as lines
    from ${quoted} where ctid >= '(${block},0)' and ctid < '(${block + BLOCKS_AT_ONCE},0)'`
}

async function headerOf(tx: Transaction): Promise<Omit<Header, 'version' | 'engine'>> {
  const [facts] = await tx.query<{ now: string; postgres: string }>(
    `select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now, current_setting('server_version') as postgres`,
  )
  const migrations = await tx.query<Header['migrations'][number]>(
    'select version, name from supabase_migrations.schema_migrations order by version',
  )
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    createdAt: facts?.now ?? '',
    postgres: facts?.postgres ?? '',
    migrations,
  }
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`
