import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { contentOf } from '../backup/format.ts'
import { snapshotOf } from '../backup/snapshot.ts'
import { writeBackup } from '../backup/write.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { DataDiskFull, saysFull } from '../files/disk-space.ts'
import { CannotBeWritten } from '../files/write-file-atomically.ts'
import type { Progress } from './progress.ts'

type OnProgress = (progress: Progress) => void

/** In the data folder, for files on their way to whoever asked. */
const SPOOL = 'spool'

/** Writes everything a site knows to a file. Answers the closing sentence. */
export async function backUpTo(
  db: Database,
  name: string,
  file: string,
  version: string,
  onProgress: OnProgress,
): Promise<string> {
  const options = { version, engine: db.engine, onProgress }
  const { rows, readingMs } = await writeBackup(snapshotOf(db), name, file, options)
  return `Backed up ${contentOf(rows)}; reading took ${(readingMs / 1000).toFixed(2)} s.`
}

/**
 * The server's half: the whole backup in a file of its own, so that the database never waits for whoever asked.
 * @param send hands the file over; it is removed afterwards.
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
    throw saysFull(error) || (error instanceof CannotBeWritten && error.isFull)
      ? new DataDiskFull(dataDir)
      : error
  } finally {
    rmSync(file, { force: true })
  }
}

/** Removes what a server left that was killed. */
export function clearSpool(dataDir: string): void {
  rmSync(path.join(dataDir, SPOOL), { recursive: true, force: true })
}
