import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeRows } from '../backup/format.ts'
import { verifyBackup } from '../backup/read.ts'
import { formatTime, type Source } from '../backup/restore.ts'
import type { Config } from '../config.ts'
import { DataFolderTaken } from '../db/pglite/data-folder.ts'
import { requireWritable, writeFileAtomicallyWith } from '../files/write-file-atomically.ts'
import { openSiteAsItIs, restoreSite } from '../site.ts'
import type { Progress } from './progress.ts'
import { runOnServer } from './socket.ts'
import { backUpTo } from './spool.ts'

type OnProgress = (progress: Progress) => void

/** A file of the operator, and the name that they gave it. */
interface NamedFile {
  name: string
  file: string
}

/**
 * Writes a backup of a site to a file, whether or not its server is running. It does not migrate the database, so that
 * the database can be backed up before an upgrade. Returns the closing sentence.
 */
export async function backUp(
  config: Config,
  { name, file }: NamedFile,
  onProgress: OnProgress,
): Promise<string> {
  requireWritable(name, file)
  try {
    const db = await openSiteAsItIs(config)
    try {
      return await backUpTo(db, name, file, config.version, onProgress)
    } finally {
      await db.close()
    }
  } catch (error) {
    if (error instanceof DataFolderTaken) return receiveBackup(config.dataDir, { name, file }, onProgress)
    throw error
  }
}

/** Receives a backup from the running server, which may not be allowed to write to the operator's folder. */
function receiveBackup(dataDir: string, { name, file }: NamedFile, onProgress: OnProgress): Promise<string> {
  return writeFileAtomicallyWith(name, file, async (draft) => {
    const handle = await open(draft, 'wx', 0o600)
    try {
      const { sentence } = await runOnServer(dataDir, { name: 'backup' }, onProgress, async (bytes) => {
        // `write` may write only a part of the bytes; `appendFile` writes all.
        await handle.appendFile(bytes)
      })
      await handle.sync()
      await verifyBackup(name, draft)
      return sentence
    } finally {
      await handle.close()
    }
  })
}

/** Creates a site's database from a backup. Returns the closing sentence. */
export async function restore(config: Config, named: NamedFile, onProgress: OnProgress): Promise<string> {
  const source = await sourceOf(named)
  const db = await restoreSite(config, source, onProgress)
  await db.close()
  return `Restored the backup of ${formatTime(source.header)}: ${describeRows(source.rows)}.`
}

/** Checks a backup by restoring it into a temporary embedded database. Returns the closing sentence. */
export async function checkBackup(
  { migrationsDir }: Config,
  named: NamedFile,
  onProgress: OnProgress,
): Promise<string> {
  const source = await sourceOf(named)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'criterion-check-'))
  try {
    const db = await restoreSite({ databaseUrl: undefined, dataDir, migrationsDir }, source, onProgress)
    await db.close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  return `${named.name} can be restored: it is of ${formatTime(source.header)} and has ${describeRows(source.rows)}.`
}

async function sourceOf({ name, file }: NamedFile): Promise<Source> {
  return { name, file, ...(await verifyBackup(name, file)) }
}
