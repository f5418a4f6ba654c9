import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { Refusal } from '../refusal.ts'
import { takeDataFolder } from './data-folder.ts'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** Makes an open database ready for use: its schema, and at the first time its content. */
export type Prepare = (db: Database) => Promise<void>

/**
 * Opens the database that the settings name: PostgreSQL at `databaseUrl`, else the embedded one in `dataDir`.
 * @throws Refusal when it cannot be reached, or another process has it open.
 */
export function openDatabase(
  where: { databaseUrl: string | undefined; dataDir: string },
  prepare: Prepare,
): Promise<Database> {
  return where.databaseUrl ? openServer(where.databaseUrl, prepare) : openEmbedded(where.dataDir, prepare)
}

async function openServer(url: string, prepare: Prepare): Promise<Database> {
  const db = await openPostgres(url).catch(({ message }: Error) => {
    const { host } = new URL(url)
    throw new Refusal(
      `DATABASE_URL leads to ${host}, which cannot be reached (${message}); start that PostgreSQL, or mend the address.`,
    )
  })
  return preparedOrClosed(db, prepare)
}

async function openEmbedded(dataDir: string, prepare: Prepare): Promise<Database> {
  const folder = takeDataFolder(dataDir)
  try {
    if (folder.isNew) {
      await createEngine(folder.draft)
      folder.adopt()
    }
    const engine = await openPglite(folder.engine).catch(({ message }: Error) => {
      throw new Refusal(
        `DATA_DIR is ${dataDir}, whose database does not open (${message}); restore a backup, or name another folder.`,
      )
    })
    const db = await preparedOrClosed(engine, prepare)
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

async function preparedOrClosed(db: Database, prepare: Prepare): Promise<Database> {
  try {
    await prepare(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
