import type { Database, Transaction } from '../db/database.ts'

/** Runs a function that reads a database as it is at one moment. */
export type Snapshot = <T>(read: (tx: Transaction) => Promise<T>) => Promise<T>

/** The settings on which the text form of values depends. */
const AS_TEXT = {
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  // Makes a query fail if row security would hide rows, which would then be missing from the backup.
  row_security: 'off',
  statement_timeout: '0',
}

/**
 * Makes a snapshot of the database at the moment of the first read; others may write at the same time. A lock on the
 * table of migrations, taken first, prevents migrations until the end.
 */
export function snapshotOf(db: Database): Snapshot {
  return (read) =>
    db.transaction(async (tx) => {
      await tx.script('set transaction isolation level repeatable read, read only')
      await tx.script('lock table supabase_migrations.schema_migrations in share mode')
      return snapshotWithin(tx)(read)
    })
}

/** Makes a snapshot within a transaction during which nothing else writes. */
export function snapshotWithin(tx: Transaction): Snapshot {
  return async (read) => {
    const settings = Object.entries(AS_TEXT).map(([name, value]) => `set_config('${name}', '${value}', true)`)
    // The rollback resets the settings for the rest of the transaction.
    await tx.script('savepoint reading')
    await tx.query(`select ${settings.join(', ')}`)
    const result = await read(tx)
    await tx.script('rollback to savepoint reading')
    return result
  }
}
