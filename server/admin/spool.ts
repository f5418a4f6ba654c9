import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describeRows } from '../backup/format.ts'
import { snapshotOf } from '../backup/snapshot.ts'
import { writeBackup } from '../backup/write.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { DataDiskFull, isDiskFull } from '../files/disk-space.ts'
import { UnwritableFile } from '../files/write-file-atomically.ts'
import type { Progress } from './progress.ts'

type OnProgress = (progress: Progress) => void

/** The folder, in the data folder, of backups that are being sent to a command. */
const SPOOL = 'spool'

/** Writes a backup of a site to a file. Returns the closing sentence. */
export async function backUpTo(
  db: Database,
  name: string,
  file: string,
  version: string,
  onProgress: OnProgress,
): Promise<string> {
  const options = { version, engine: db.engine, onProgress }
  const { rows, readingMs } = await writeBackup(snapshotOf(db), name, file, options)
  return `Backed up ${describeRows(rows)}; reading took ${(readingMs / 1000).toFixed(2)} s.`
}

/**
 * Writes a backup to a temporary file of the server and sends it, so that the database never waits for the receiver.
 * @param send sends the file; it is removed afterwards.
 * @returns the closing sentence.
 */
export async function spoolBackup(
  db: Database,
  { dataDir, version }: Pick<Config, 'dataDir' | 'version'>,
  onProgress: OnProgress,
  send: (file: string) => Promise<void>,
): Promise<string> {
  const folder = path.join(dataDir, SPOOL)
  const file = path.join(folder, randomUUID())
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const sentence = await backUpTo(db, file, file, version, onProgress)
    await send(file)
    return sentence
  } catch (error) {
    throw isDiskFull(error) || (error instanceof UnwritableFile && error.isFull)
      ? new DataDiskFull(dataDir)
      : error
  } finally {
    rmSync(file, { force: true })
  }
}

/** Removes the files that a killed server left. */
export function clearSpool(dataDir: string): void {
  rmSync(path.join(dataDir, SPOOL), { recursive: true, force: true })
}
