import type { Database } from '../db/database.ts'
import { type BackupOrigin, type BackupSettings, makeAutomaticBackup, toFolderRefusal } from './automatic.ts'
import { backupFolder } from './folder.ts'
import { snapshotOf } from './snapshot.ts'

/** The number of the advisory lock: any number, as long as all processes use the same. */
const BACKUP_LOCK = 1_299_1938

/** The delay after a start, so that a server that restarts again and again does not back up each time. */
const SETTLING_MS = 5 * 60 * 1000

const CHECK_EVERY_MS = 60 * 1000

/** The delay after a failure, which would often occur again a minute later. */
const RETRY_MS = 60 * 60 * 1000

/**
 * Makes a backup whenever the newest in the folder is too old. It has no other state than the folder, so that a restart
 * does not change the schedule.
 * @param onError is called for every backup that failed.
 * @returns a function that stops it, and resolves once no backup runs any more.
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
      onError(toFolderRefusal(settings.dir, error))
    })
  }
  const timer = setInterval(
    () => {
      if (running || Date.now() < notBefore) return
      running = run().finally(() => {
        running = undefined
      })
    },
    Math.min(CHECK_EVERY_MS, everyMs),
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
  options: BackupOrigin & { signal: AbortSignal },
): Promise<void> {
  const isDue = () => {
    const now = new Date()
    const newest = backupFolder(settings.dir).newest('scheduled', now)
    return newest === undefined || newest.getTime() + everyMs <= now.getTime()
  }
  if (!isDue()) return
  const make = () => makeAutomaticBackup(settings, 'scheduled', snapshotOf(db), options)
  if (db.engine === 'pglite') return void (await make())
  // One of several processes makes the backup. The lock lasts until the file is in the folder for the others to find.
  await db.transaction(async (tx) => {
    const [lock] = await tx.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
      BACKUP_LOCK,
    ])
    if (lock?.taken && isDue()) await make()
  })
}
