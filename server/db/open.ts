import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { DataDiskFull, failedForRoom, roomIn, saysFull } from '../files/disk-space.ts'
import { Refusal } from '../refusal.ts'
import type { Database } from './database.ts'
import { takeDataFolder } from './pglite/data-folder.ts'
import { openPglite } from './pglite/pglite.ts'

/** Makes a database ready for use: its schema, and at the first time its content. */
export interface Preparation {
  /** Refuses what would be refused later anyway, before seconds are spent on a new embedded engine. */
  check(): Promise<void>
  /** Whether it brings back what a lost embedded engine held, which a new one may then take the place of. */
  replacesLost?: boolean
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
  const { openPostgres } = await import('./postgres/postgres.ts')
  const { host } = new URL(url)
  const db = await openPostgres(url).catch(({ message }: Error) => {
    throw new Refusal(
      `DATABASE_URL leads to ${host}, which cannot be reached (${message}); start that PostgreSQL, or mend the address.`,
    )
  })
  return filledOrClosed(db, preparation).catch((error) => {
    if (error instanceof Refusal || !saysFull(error)) throw error
    throw new Refusal(`DATABASE_URL leads to ${host}, whose disk is full; make room there.`)
  })
}

async function openEmbedded(dataDir: string, preparation: Preparation): Promise<Database> {
  const folder = takeDataFolder(dataDir, preparation)
  try {
    if (folder.isNew) {
      await preparation.check()
      requireRoom(dataDir)
      await createEngine(folder.draft)
      folder.adopt()
    }
    const engine = await openPglite(folder.engine).catch((error: Error) => {
      if (failedForRoom(dataDir, error)) throw new DataDiskFull(dataDir)
      throw new Refusal(
        `DATA_DIR is ${dataDir}, whose database does not open (${error.message}); restore a backup, or name another folder.`,
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
    const isFull = !(error instanceof Refusal) && failedForRoom(dataDir, error)
    if (folder.isNew) folder.discard()
    folder.release()
    throw isFull ? new DataDiskFull(dataDir) : error
  }
}

/** In a process of its own: making a database takes some 500 MB, which no thread would give back. */
async function createEngine(draft: string): Promise<void> {
  const script = path.join(import.meta.dirname, 'pglite/create-engine.ts')
  await promisify(execFile)(process.execPath, [script, draft])
}

/** What a new site takes, with its catalogue and the log of making it. */
const NEW_SITE_MB = 100

function requireRoom(dataDir: string): void {
  const room = roomIn(dataDir)
  if (room >= NEW_SITE_MB) return
  throw new Refusal(
    `DATA_DIR is ${dataDir}, whose disk has room for ${room} MB, and a new site takes ${NEW_SITE_MB}; make room there, or name another folder.`,
  )
}

async function filledOrClosed(db: Database, preparation: Preparation): Promise<Database> {
  try {
    await preparation.fill(db)
    return db
  } catch (error) {
    // An engine that broke off cannot be closed, and what it broke off for is to be told.
    await db.close().catch(() => {})
    throw error
  }
}
