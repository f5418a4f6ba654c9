import type { Database } from '../db/database.ts'
import { type BackedUp, type BackupSettings, cannotBeKept, makeAutomaticBackup } from './automatic.ts'
import { backupFolder } from './folder.ts'
import { snapshotOf } from './snapshot.ts'

/** Any number will do, as long as every process takes the same. */
const BACKUP_LOCK = 1_299_1938

/** A server that has just started has more to do; and one that starts again and again must not back up each time. */
const SETTLING_MS = 5 * 60 * 1000

const LOOK_EVERY_MS = 60 * 1000

/** What failed once will often fail at the next minute, too. */
const RETRY_MS = 60 * 60 * 1000

/**
 * Makes a backup whenever the newest in the folder is too old. The folder is all it remembers, so that it goes on after
 * a restart as if there had been none.
 * @param onError hears of every backup that failed.
 * @returns how to stop; it resolves once nothing runs any more.
 */
export function scheduleBackups(
  db: Database,
  settings: BackupSettings | undefined,
  version: string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const { everyMs } = settings ?? {}
  if (!settings || !everyMs) return async () => {}
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let notBefore = Date.now() + Math.min(SETTLING_MS, everyMs)

  const run = async () => {
    const options = { version, engine: db.engine, signal: stopping.signal }
    await backUpIfDue(db, settings, everyMs, options).catch((error) => {
      if (stopping.signal.aborted) return
      notBefore = Date.now() + Math.min(RETRY_MS, everyMs)
      onError(cannotBeKept(settings.dir, error))
    })
  }
  const timer = setInterval(
    () => {
      if (running || Date.now() < notBefore) return
      running = run().finally(() => {
        running = undefined
      })
    },
    Math.min(LOOK_EVERY_MS, everyMs),
  )
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}

async function backUpIfDue(
  db: Database,
  settings: BackupSettings,
  everyMs: number,
  options: BackedUp & { signal: AbortSignal },
): Promise<void> {
  const isDue = () => {
    const now = new Date()
    const newest = backupFolder(settings.dir).newest('scheduled', now)
    return newest === undefined || newest.getTime() + everyMs <= now.getTime()
  }
  if (!isDue()) return
  const make = () => makeAutomaticBackup(settings, 'scheduled', snapshotOf(db), options)
  if (db.engine === 'pglite') return void (await make())
  // Of several processes one makes it. The lock lasts until the file is in the folder, where the others find it.
  await db.transaction(async (tx) => {
    const [lock] = await tx.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
      BACKUP_LOCK,
    ])
    if (lock?.taken && isDue()) await make()
  })
}
