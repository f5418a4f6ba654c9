import type { Progress } from '../admin/progress.ts'
import { type Database, DatabaseError, type Transaction } from '../db/database.ts'
import { findAnyObject } from '../db/migrate/made-objects.ts'
import { lockForMigration, type Migration, makeSchema } from '../db/migrate/migrate.ts'
import { Refusal } from '../refusal.ts'
import type { Header, RowCounts, Sequence, TableLine } from './format.ts'
import { readBackup, type Verified } from './read.ts'
import { type Column, type SiteTable, siteForeignKeys, siteTables } from './site-tables.ts'

/** A verified backup, its file, and what a refusal calls it. */
export interface Source extends Verified {
  name: string
  file: string
}

/**
 * Fills an empty database from a backup in one transaction: the schema as it was, the rows, and then later migrations.
 * @param migrations include those of the backup: see `refuseNewer`.
 * @param afterUpgrade runs after later migrations, as after those of an upgrade.
 * @throws Refusal for a database that is not empty.
 */
export async function restoreBackup(
  db: Database,
  migrations: readonly Migration[],
  source: Source,
  onProgress: (progress: Progress) => void = () => {},
  afterUpgrade: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  const first = new Set(source.header.migrations.map(({ version }) => version))
  await db
    .transaction(async (tx) => {
      await lockForMigration(tx)
      await requireEmpty(tx, db.engine)
      await makeSchema(tx, migrations, first, () => load(tx, source, onProgress))
      if (migrations.some(({ version }) => !first.has(version))) await afterUpgrade(tx)
      await tx.script('analyze')
    })
    .catch((error) => {
      if (!(error instanceof DatabaseError)) throw error
      throw new Refusal(`${source.name} cannot be restored (${error.message}). Nothing was changed.`)
    })
}

/** @throws Refusal for a backup that has migrations which this version lacks. */
export function refuseNewer({ name, header }: Source, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ version }) => version))
  const unknown = header.migrations.findLast(({ version }) => !known.has(version))
  if (!unknown) return
  throw new Refusal(
    `${name} has the migration ${unknown.version}, which MIGRATIONS_DIR lacks: it was made by a newer version (${header.version}). Restore it with that one.`,
  )
}

async function requireEmpty(tx: Transaction, engine: Database['engine']): Promise<void> {
  const something = await findAnyObject(tx)
  if (something === undefined) return
  throw new Refusal(
    engine === 'postgres'
      ? `DATABASE_URL leads to a database that is not empty; make a new one and name that. It has ${something}, and nothing was changed.`
      : 'DATA_DIR has a database already; move the folder postgres in it elsewhere, or name another DATA_DIR. Nothing was changed.',
  )
}

async function load(
  tx: Transaction,
  { name, file, rows: expected }: Source,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const tables = new Map((await siteTables(tx)).map((table) => [`${table.schema}.${table.name}`, table]))
  const restoreGuards = await dropGuards(tx, [...tables.values()])
  const total = sum(expected)
  let done = 0
  let insert = ''
  for await (const piece of readBackup(name, file)) {
    if (piece.kind === 'table') insert = insertInto(tableOf(tables, piece.table), piece.columns)
    if (piece.kind === 'sequences') await setSequences(tx, piece.sequences)
    if (piece.kind === 'rows') {
      await tx.query(insert, [`[${piece.lines.join(',')}]`])
      done += piece.lines.length
      onProgress({ done, total })
    }
  }
  await restoreGuards()
}

/**
 * Disables triggers, because they ran when the rows were first written, and drops foreign keys, so that tables can be
 * filled in any order. It also deletes all rows.
 * @returns a function that restores both, which checks the foreign keys of every row.
 */
async function dropGuards(tx: Transaction, tables: SiteTable[]): Promise<() => Promise<void>> {
  const keys = await siteForeignKeys(tx)
  const triggers = (state: 'enable' | 'disable') =>
    tx.script(tables.map(({ quoted }) => `alter table ${quoted} ${state} trigger user`).join(';\n'))
  await tx.script(keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`).join(';\n'))
  await triggers('disable')
  // The backup has the rows that migrations have just written.
  await tx.script(`truncate ${tables.map(({ quoted }) => quoted).join(', ')}`)
  return async () => {
    for (const { table, name, definition } of keys) {
      await tx.script(`alter table ${table} add constraint ${name} ${definition}`)
    }
    await triggers('enable')
  }
}

function tableOf(tables: Map<string, SiteTable>, { schema, name }: TableLine['table']): SiteTable {
  const table = tables.get(`${schema}.${name}`)
  if (table) return table
  throw new Refusal(
    `The backup has the table ${schema}.${name}, which no migration makes; make it by one in MIGRATIONS_DIR, or restore with the version that made the backup.`,
  )
}

function insertInto(table: SiteTable, names: string[]): string {
  const columns = names.map((name) => columnOf(table, name))
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`)
  return `insert into ${table.quoted} (${columns.map(({ quoted }) => quoted).join(', ')}) overriding system value
    select ${values.join(', ')} from jsonb_array_elements($1::jsonb) line`
}

function columnOf(table: SiteTable, name: string): Column {
  const column = table.columns.find((column) => column.name === name)
  if (column) return column
  throw new Refusal(
    `The backup has the column ${table.schema}.${table.name}.${name}, which this version lacks; restore with the version that made the backup.`,
  )
}

async function setSequences(tx: Transaction, sequences: Sequence[]): Promise<void> {
  for (const { schema, name, value, called } of sequences) {
    await tx.query('select setval(format($1, $2::text, $3::text)::regclass, $4::bigint, $5::boolean)', [
      '%I.%I',
      schema,
      name,
      value,
      called,
    ])
  }
}

const sum = (rows: RowCounts) => Object.values(rows).reduce((sum, count) => sum + count, 0)

/** Formats when a backup was made, for people. */
export const formatTime = ({ createdAt }: Header) => `${createdAt.slice(0, 16).replace('T', ' ')} UTC`
