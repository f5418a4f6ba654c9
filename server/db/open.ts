import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { Refusal } from '../refusal.ts'
import { takeDataFolder } from './data-folder.ts'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** Makes a database ready for use: its schema, and at the first time its content. */
export interface Preparation {
  /** Refuses what would be refused later anyway, before seconds are spent on a new embedded engine. */
  check(): Promise<void>
  fill(db: Database): Promise<void>
}

/**
 * Opens the database that the settings name: PostgreSQL at `databaseUrl`, else the embedded one in `dataDir`.
 * @throws Refusal when it cannot be reached, or another process has it open.
 */
export function openDatabase(
  where: { databaseUrl: string | undefined; dataDir: string },
  preparation: Preparation,
): Promise<Database> {
  return where.databaseUrl
    ? openServer(where.databaseUrl, preparation)
    : openEmbedded(where.dataDir, preparation)
}

async function openServer(url: string, preparation: Preparation): Promise<Database> {
  const db = await openPostgres(url).catch(({ message }: Error) => {
    const { host } = new URL(url)
    throw new Refusal(
      `DATABASE_URL leads to ${host}, which cannot be reached (${message}); start that PostgreSQL, or mend the address.`,
    )
  })
  return filledOrClosed(db, preparation)
}

async function openEmbedded(dataDir: string, preparation: Preparation): Promise<Database> {
  const folder = takeDataFolder(dataDir)
  try {
    if (folder.isNew) {
      await preparation.check()
      await createEngine(folder.draft)
      folder.adopt()
    }
    const engine = await openPglite(folder.engine).catch(({ message }: Error) => {
      throw new Refusal(
        `DATA_DIR is ${dataDir}, whose database does not open (${message}); restore a backup, or name another folder.`,
      )
    })
    const db = await filledOrClosed(engine, preparation)
    return {
      ...db,
      async close() {
        await db.close()
        folder.release()
      },
    }
  } catch (error) {
    if (folder.isNew) folder.discard()
    folder.release()
    throw error
  }
}

/** In a process of its own: making a database takes some 500 MB, which no thread would give back. */
async function createEngine(draft: string): Promise<void> {
  const script = path.join(import.meta.dirname, 'create-engine.ts')
  await promisify(execFile)(process.execPath, [script, draft])
}

async function filledOrClosed(db: Database, preparation: Preparation): Promise<Database> {
  try {
    await preparation.fill(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
