import type { Database, Transaction } from '../db/database.ts'

/** Runs what reads a database as it is at one moment. */
export type Snapshot = <T>(read: (tx: Transaction) => Promise<T>) => Promise<T>

/** What every value depends on that is written as text. */
const AS_TEXT = {
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  // Rows that a rule hid would be missing without a word.
  row_security: 'off',
  statement_timeout: '0',
}

/**
 * The database at the moment of the first read, beside all who write meanwhile. No migration changes it in between:
 * its record is locked, before anything is read.
 */
export function snapshotOf(db: Database): Snapshot {
  return (read) =>
    db.transaction(async (tx) => {
      await tx.script('set transaction isolation level repeatable read, read only')
      await tx.script('lock table supabase_migrations.schema_migrations in share mode')
      return presentOf(tx)(read)
    })
}

/** The database as a transaction sees it that nobody else writes beside. */
export function presentOf(tx: Transaction): Snapshot {
  return async (read) => {
    const settings = Object.entries(AS_TEXT).map(([name, value]) => `set_config('${name}', '${value}', true)`)
    // Whatever follows in the transaction has its own settings again.
    await tx.script('savepoint reading')
    await tx.query(`select ${settings.join(', ')}`)
    const result = await read(tx)
    await tx.script('rollback to savepoint reading')
    return result
  }
}
