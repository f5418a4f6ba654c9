import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contentOf } from '../backup/format.ts'
import { verifyBackup } from '../backup/read.ts'
import { type Source, timeOf } from '../backup/restore.ts'
import type { Config } from '../config.ts'
import { DataFolderTaken } from '../db/pglite/data-folder.ts'
import { requireWritable, writeWholeBy } from '../files/write-file-atomically.ts'
import { openSiteAsItIs, restoreSite } from '../site.ts'
import type { Progress } from './progress.ts'
import { askServer } from './socket.ts'
import { backUpTo } from './spool.ts'

type OnProgress = (progress: Progress) => void

/** A file where the person is, and what they called it. */
interface NamedFile {
  name: string
  file: string
}

/**
 * Writes everything a site knows to a file, whether its server is running or not. The database stays of the version it
 * is, so that it can be saved before an upgrade. Answers the closing sentence.
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

/** Has the running server make it; the server may be kept from writing where the person is. */
function receiveBackup(dataDir: string, { name, file }: NamedFile, onProgress: OnProgress): Promise<string> {
  return writeWholeBy(name, file, async (draft) => {
    const handle = await open(draft, 'wx', 0o600)
    try {
      const { sentence } = await askServer(dataDir, { name: 'backup' }, onProgress, async (bytes) => {
        // All of them; a mere write may leave some to a further call.
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

/** Makes a site's database from a file. Answers the closing sentence. */
export async function restore(config: Config, named: NamedFile, onProgress: OnProgress): Promise<string> {
  const source = await sourceOf(named)
  const db = await restoreSite(config, source, onProgress)
  await db.close()
  return `Restored the backup of ${timeOf(source.header)}: ${contentOf(source.rows)}.`
}

/** Proves a file by restoring it into an embedded database that is thrown away. Answers the closing sentence. */
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
  return `${named.name} can be restored: it is of ${timeOf(source.header)} and has ${contentOf(source.rows)}.`
}

async function sourceOf({ name, file }: NamedFile): Promise<Source> {
  return { name, file, ...(await verifyBackup(name, file)) }
}
