import type { Queryable } from './database.ts'

const INTERVAL_MS = 10 * 60 * 1000

/**
 * Cleans up and refreshes the planner's figures while the embedded engine runs: having no background processes it
 * never does so by itself. One table at a time, so that other statements get their turn in between.
 * @returns how to stop.
 */
export function keepHouse(query: Queryable['query']): () => void {
  const timer = setInterval(() => {
    // What fails, as when the database closes, is done at the next time.
    cleanUp(query).catch(() => {})
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

export async function cleanUp(query: Queryable['query']): Promise<void> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth')`,
  )
  for (const { name } of tables) await query(`vacuum (analyze) ${name}`)
}
