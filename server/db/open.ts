import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { Refusal } from '../refusal.ts'
import { takeDataFolder } from './data-folder.ts'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { ENGINE_MAJOR } from './pglite-version.ts'

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
  const { openPostgres } = await import('./postgres.ts')
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
    if (!folder.isNew) refuseOtherMajor(dataDir, folder.engine)
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

/** The engine would not open it, nor say why in words that help. */
function refuseOtherMajor(dataDir: string, engine: string): void {
  const major = readMajor(engine)
  if (major === undefined || major === ENGINE_MAJOR) return
  throw new Refusal(
    `DATA_DIR is ${dataDir}, whose database was made by PostgreSQL ${major}, and this version has PostgreSQL ${ENGINE_MAJOR}. With the version that made it run npm run admin -- backup <file>; then move the folder postgres in it elsewhere and run npm run admin -- restore <file> with this one.`,
  )
}

/** Undefined for a folder too damaged to say, which the engine will refuse. */
function readMajor(engine: string): string | undefined {
  try {
    return readFileSync(path.join(engine, 'PG_VERSION'), 'utf8').trim()
  } catch {
    return undefined
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
