import type { PGlite } from '@electric-sql/pglite'

/** The exit status after a refused statement, which the engine survives. */
const REFUSED_STATEMENT = 100

interface EngineModule {
  _PostgresMainLoopOnce?: () => void
}

/**
 * Detects that the engine has stopped in the middle of its work: a panic, such as a write-ahead log that cannot be
 * written, a stack overflow, a failed flush. The library would continue and report success for statements that did not run.
 * @param onTrap must end the thread: nothing may run on the engine afterwards.
 */
export function watchForTraps(db: PGlite, onTrap: (reason: string) => never): void {
  const { mod } = db as unknown as { mod: EngineModule }
  const runOnce = mod._PostgresMainLoopOnce
  // A release of the library may rename it, and the assignment would then have no effect.
  if (typeof runOnce !== 'function') throw new Error('The engine has no _PostgresMainLoopOnce.')
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
