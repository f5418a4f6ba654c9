import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { DataDiskFull, failedForLackOfSpace, freeMegabytesIn, isDiskFull } from '../files/disk-space.ts'
import { Refusal } from '../refusal.ts'
import type { Database } from './database.ts'
import { takeDataFolder } from './pglite/data-folder.ts'
import { openPglite } from './pglite/pglite.ts'
import { addressesOf } from './postgres/addresses.ts'

/** Prepares a database for use: its schema, and on the first start its content. */
export interface Preparation {
  /** Checks what would fail later anyway, before a new embedded engine is made, which takes seconds. */
  check(): Promise<void>
  /** Whether it restores the content of a lost embedded engine, so that a new engine may replace it. */
  replacesLost?: boolean
  fill(db: Database): Promise<void>
}

/**
 * Opens the configured database: PostgreSQL at `databaseUrl`, otherwise the embedded one in `dataDir`.
 * @throws Refusal if it cannot be reached, or another process has it open.
 */
export function openDatabase(
  where: { databaseUrl: string | undefined; listenUrl?: string | undefined; dataDir: string },
  preparation: Preparation,
): Promise<Database> {
  return where.databaseUrl
    ? openServer(where.databaseUrl, where.listenUrl, preparation)
    : openEmbedded(where.dataDir, preparation)
}

async function openServer(
  url: string,
  listenUrl: string | undefined,
  preparation: Preparation,
): Promise<Database> {
  const { openPostgres } = await import('./postgres/postgres.ts')
  const host = addressesOf(url)
    .map((address) => new URL(address).host)
    .join(' and ')
  const db = await openPostgres(url, listenUrl).catch(({ message }: Error) => {
    throw new Refusal(
      `DATABASE_URL leads to ${host}, which cannot be reached (${message}); start that PostgreSQL, or correct the address.`,
    )
  })
  return fillOrClose(db, preparation).catch((error) => {
    if (error instanceof Refusal || !isDiskFull(error)) throw error
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
      if (failedForLackOfSpace(dataDir, error)) throw new DataDiskFull(dataDir)
      throw new Refusal(
        `DATA_DIR is ${dataDir}, whose database does not open (${error.message}); restore a backup, or name another folder.`,
      )
    })
    const db = await fillOrClose(engine, preparation)
    return {
      ...db,
      async close() {
        await db.close()
        folder.release()
      },
    }
  } catch (error) {
    const isFull = !(error instanceof Refusal) && failedForLackOfSpace(dataDir, error)
    if (folder.isNew) folder.discard()
    folder.release()
    throw isFull ? new DataDiskFull(dataDir) : error
  }
}

/** Runs in a separate process: making a database takes some 500 MB, which a thread would not give back. */
async function createEngine(draft: string): Promise<void> {
  const script = path.join(import.meta.dirname, 'pglite/create-engine.ts')
  await promisify(execFile)(process.execPath, [script, draft])
}

/** The disk space of a new site with its catalogue and write-ahead log. */
const NEW_SITE_MB = 100

function requireRoom(dataDir: string): void {
  const room = freeMegabytesIn(dataDir)
  if (room >= NEW_SITE_MB) return
  throw new Refusal(
    `DATA_DIR is ${dataDir}, whose disk has room for ${room} MB, and a new site takes ${NEW_SITE_MB}; make room there, or name another folder.`,
  )
}

async function fillOrClose(db: Database, preparation: Preparation): Promise<Database> {
  try {
    await preparation.fill(db)
    return db
  } catch (error) {
    // An engine that has stopped cannot be closed. The first error is the one to report.
    await db.close().catch(() => {})
    throw error
  }
}
