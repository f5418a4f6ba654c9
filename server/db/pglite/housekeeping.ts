import type { Queryable } from '../database.ts'

const MINUTE_MS = 60 * 1000
const VACUUM_INTERVAL_MS = 10 * MINUTE_MS

/** After a kill, the engine replays its write-ahead log from the last checkpoint, at some tens of MB a second. */
const LONGEST_WAL_BYTES = 32 * 1024 * 1024

/**
 * Does regularly what PostgreSQL does in background processes, which the embedded engine does not have: vacuum, analyze
 * and checkpoints.
 * @returns a function that stops it.
 */
export function startHousekeeping(query: Queryable['query']): () => void {
  const timers = [
    setInterval(() => ignoreErrors(vacuumTables(query)), VACUUM_INTERVAL_MS),
    setInterval(() => ignoreErrors(checkpointLongWal(query)), MINUTE_MS),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}

/** An error, as when the database closes, is ignored: the next interval tries again. */
function ignoreErrors(work: Promise<void>): void {
  work.catch(() => {})
}

/** Makes a checkpoint if the write-ahead log since the last one is long. What precedes a checkpoint is deleted. */
export async function checkpointLongWal(query: Queryable['query']): Promise<void> {
  const [wal] = await query<{ long: boolean }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > $1 as long from pg_control_checkpoint()',
    [LONGEST_WAL_BYTES],
  )
  if (wal?.long) await query('checkpoint')
}

/** Vacuums and analyzes one table at a time, so that other statements can run in between. */
export async function vacuumTables(query: Queryable['query']): Promise<void> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth')`,
  )
  for (const { name } of tables) await query(`vacuum (analyze) ${name}`)
}
