import type { Database, Transaction } from '../db/database.ts'
import type { Migration } from '../db/migrate/migrate.ts'
import { CannotBeWritten } from '../files/write-file-atomically.ts'
import { Refusal } from '../refusal.ts'
import { backupFolder, type Kind } from './folder.ts'
import { presentOf, type Snapshot, snapshotOf } from './snapshot.ts'
import { writeBackup } from './write.ts'

/** Where backups are made by themselves, how often, and how many of a kind are kept. */
export interface BackupSettings {
  dir: string
  /** Undefined for none but those before upgrades. */
  everyMs: number | undefined
  keep: number
}

/** What is being backed up, as the header of the file says it. */
export interface BackedUp {
  version: string
  engine: string
}

/** Makes one in the folder, and lets the oldest of its kind go. Answers its path. */
export async function makeAutomaticBackup(
  { dir, keep }: BackupSettings,
  kind: Kind,
  snapshot: Snapshot,
  options: BackedUp & { signal?: AbortSignal },
): Promise<string> {
  const folder = backupFolder(dir)
  const now = new Date()
  try {
    const file = folder.newFile(kind, now)
    await writeBackup(snapshot, file, file, options)
    folder.prune(kind, keep, now)
    return file
  } catch (error) {
    throw cannotBeKept(dir, error)
  }
}

/** What the system says of the folder as a refusal that names the setting; any other error as it is. */
export function cannotBeKept(dir: string, error: unknown): unknown {
  const reason =
    error instanceof CannotBeWritten
      ? error.reason
      : (error as NodeJS.ErrnoException).syscall && (error as Error).message
  if (!reason) return error
  return new Refusal(
    `BACKUP_DIR is ${dir}, where no backup can be written (${reason}); make room, name another folder, or set BACKUP_DIR=none to go without.`,
  )
}

/** Keeps what pending migrations are about to change. */
export async function backUpBeforeUpgrade(
  settings: BackupSettings | undefined,
  version: string,
  db: Database,
  tx: Transaction,
  pending: readonly Migration[],
): Promise<void> {
  if (!settings) return
  // The embedded engine has one session, whose transaction this is; nobody writes beside it.
  const snapshot = db.engine === 'pglite' ? presentOf(tx) : snapshotOf(db)
  const file = await makeAutomaticBackup(settings, 'before-upgrade', snapshot, { version, engine: db.engine })
  const names = pending.map((migration) => `${migration.version}_${migration.name}`)
  // Not where the data of an export may go.
  console.error(`The database was backed up to ${file} before it gets the migrations ${names.join(', ')}.`)
}
