import type { Queryable } from '../database.ts'

const MINUTE_MS = 60 * 1000
const CLEAN_UP_EVERY_MS = 10 * MINUTE_MS

/** After a kill the engine reads its log again from the last checkpoint on, some tens of MB a second. */
const LONGEST_LOG_BYTES = 32 * 1024 * 1024

/**
 * Does while the embedded engine runs what PostgreSQL leaves to background processes, which this engine has none of:
 * cleans up, refreshes the planner's figures, and keeps its log from growing for ever.
 * @returns how to stop.
 */
export function keepHouse(query: Queryable['query']): () => void {
  const timers = [
    setInterval(() => tried(cleanUp(query)), CLEAN_UP_EVERY_MS),
    setInterval(() => tried(keepLogShort(query)), MINUTE_MS),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}

/** What fails, as when the database closes, is done at the next time. */
function tried(work: Promise<void>): void {
  work.catch(() => {})
}

/** Makes a checkpoint once the log since the last one is long: what comes before it is needed no more. */
export async function keepLogShort(query: Queryable['query']): Promise<void> {
  const [log] = await query<{ long: boolean }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > $1 as long from pg_control_checkpoint()',
    [LONGEST_LOG_BYTES],
  )
  if (log?.long) await query('checkpoint')
}

/** One table at a time, so that other statements get their turn in between. */
export async function cleanUp(query: Queryable['query']): Promise<void> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth')`,
  )
  for (const { name } of tables) await query(`vacuum (analyze) ${name}`)
}
