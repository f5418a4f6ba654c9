import type { PGlite } from '@electric-sql/pglite'

/** How the engine leaves a statement that it refuses; it goes on behind it. */
const REFUSED_STATEMENT = 100

interface EngineModule {
  _PostgresMainLoopOnce: () => void
}

/**
 * Tells when the engine breaks off in the middle of something: a panic, as for a log that cannot be written, a stack
 * that is full, a failed flush. The library goes on all the same, and would report success for what was not done.
 * @param onTrap must end the thread: nothing may run on the engine any more.
 */
export function watchForTraps(db: PGlite, onTrap: (reason: string) => never): void {
  const { mod } = db as unknown as { mod: EngineModule }
  const runOnce = mod._PostgresMainLoopOnce
  mod._PostgresMainLoopOnce = () => {
    try {
      runOnce()
    } catch (error) {
      const { status, message } = error as { status?: number; message?: string }
      if (status === REFUSED_STATEMENT) throw error
      onTrap(message ?? `exit ${status}`)
    }
  }
}
