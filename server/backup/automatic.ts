import type { Database, Transaction } from '../db/database.ts'
import type { Migration } from '../db/migrate/migrate.ts'
import { UnwritableFile } from '../files/write-file-atomically.ts'
import { Refusal } from '../refusal.ts'
import { backupFolder, type Kind } from './folder.ts'
import { type Snapshot, snapshotOf, snapshotWithin } from './snapshot.ts'
import { writeBackup } from './write.ts'

/** The folder of automatic backups, how often one is made, and how many of each kind are kept. */
export interface BackupSettings {
  dir: string
  /** Undefined for backups before upgrades only. */
  everyMs: number | undefined
  keep: number
}

/** The program and engine that make a backup, for the header of the file. */
export interface BackupOrigin {
  version: string
  engine: string
}

/** Makes a backup in the folder and deletes the oldest ones of its kind. Returns its path. */
export async function makeAutomaticBackup(
  { dir, keep }: BackupSettings,
  kind: Kind,
  snapshot: Snapshot,
  options: BackupOrigin & { signal?: AbortSignal },
): Promise<string> {
  const folder = backupFolder(dir)
  const now = new Date()
  try {
    const file = folder.newFile(kind, now)
    await writeBackup(snapshot, file, file, options)
    folder.prune(kind, keep, now)
    return file
  } catch (error) {
    throw toFolderRefusal(dir, error)
  }
}

/** Converts an error of the file system into a refusal that names the setting; returns any other error unchanged. */
export function toFolderRefusal(dir: string, error: unknown): unknown {
  const reason =
    error instanceof UnwritableFile
      ? error.reason
      : (error as NodeJS.ErrnoException).syscall && (error as Error).message
  if (!reason) return error
  return new Refusal(
    `BACKUP_DIR is ${dir}, where no backup can be written (${reason}); make room, name another folder, or set BACKUP_DIR=none to go without.`,
  )
}

/** Backs up the database before pending migrations change it. */
export async function backUpBeforeUpgrade(
  settings: BackupSettings | undefined,
  version: string,
  db: Database,
  tx: Transaction,
  pending: readonly Migration[],
): Promise<void> {
  if (!settings) return
  // The embedded engine has only this one session, so nothing can write during the transaction.
  const snapshot = db.engine === 'pglite' ? snapshotWithin(tx) : snapshotOf(db)
  const file = await makeAutomaticBackup(settings, 'before-upgrade', snapshot, { version, engine: db.engine })
  const names = pending.map((migration) => `${migration.version}_${migration.name}`)
  // Standard output may be the file of an export.
  console.error(`The database was backed up to ${file} before it gets the migrations ${names.join(', ')}.`)
}
