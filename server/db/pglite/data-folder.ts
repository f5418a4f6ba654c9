import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { adminCommand } from '../../commands.ts'
import { DataDiskFull, isDiskFull } from '../../files/disk-space.ts'
import { Refusal } from '../../refusal.ts'
import { ENGINE_MAJOR, inspectEngine } from './engine-folder.ts'

/** A file made beside the first engine. It distinguishes a lost engine from a new data folder. */
const MARKER = 'has-site'

const BACKUPS = 'backups'

/** Files that only a site makes; the data folders of older versions have no marker. */
const SITE_FILES = [MARKER, BACKUPS, 'spool', 'schema.json', 'admin.sock']

const OWN_FILES = ['lock', 'holder.pid', ...SITE_FILES]

const ENGINE = 'postgres'

/** The prefix of the folders in which new engines are made. */
const DRAFT = `${ENGINE}.new`

/** The folder of the embedded database, locked by this process until released. */
export interface DataFolder {
  /** The engine's folder; it exists only if the engine in it is complete. */
  engine: string
  /** Whether there was no engine when the data folder was taken; otherwise the engine is complete. */
  isNew: boolean
  /** The folder in which a new engine is made. */
  draft: string
  /** Puts the complete new engine in place. */
  adopt(): void
  /** Deletes a new engine after a start that failed. */
  discard(): void
  release(): void
}

/**
 * Locks the data folder, and makes it if it is missing, readable only by its owner.
 *
 * A second opener would destroy the data. The lock is SQLite's, on a separate file: the kernel holds it, so it ends
 * with the process in any case, and it works between containers that share the folder.
 * @param replacesLost whether a new engine may replace a lost one: a backup restores its content.
 * @throws Refusal if another process holds the lock, the folder cannot be written, or its engine is damaged or lost.
 * The folder then stays unchanged.
 */
export function takeDataFolder(dataDir: string, { replacesLost = false } = {}): DataFolder {
  const { lock, isNew } = takeLock(dataDir, replacesLost)
  const engine = path.join(dataDir, ENGINE)
  const marker = path.join(dataDir, MARKER)
  // A unique name: the process that makes the engine for a killed server may still be writing to its folder.
  const draft = path.join(dataDir, `${DRAFT}-${randomUUID()}`)
  const isMarked = existsSync(marker)
  removeDrafts(dataDir)
  if (!isNew && !isMarked) writeMarker(dataDir)
  return {
    engine,
    draft,
    isNew,
    adopt() {
      const made = inspectEngine(draft)
      if (made.state !== 'complete') throw new Error(`the engine that was made is ${made.state}`)
      flushTree(draft)
      renameSync(draft, engine)
      flush(dataDir)
      writeMarker(dataDir)
    },
    discard() {
      if (!isMarked) rmSync(marker, { force: true })
      // Renamed first: a kill during the deletion leaves a draft and never an incomplete engine.
      if (existsSync(engine)) renameSync(engine, draft)
      rmSync(draft, { recursive: true, force: true })
    },
    release: () => lock.close(),
  }
}

/** A full disk is ignored: other writes will report it, and the next start writes the marker. */
function writeMarker(dataDir: string): void {
  try {
    writeFileSync(path.join(dataDir, MARKER), '')
  } catch {}
}

/** Returns whether there is no engine yet. @throws Refusal if the engine is damaged, lost or of another version. */
function requireEngine(dataDir: string, replacesLost: boolean): { isNew: boolean } {
  const engine = inspectEngine(path.join(dataDir, ENGINE))
  if (engine.state === 'complete') return { isNew: false }
  if (engine.state === 'other') {
    throw new Refusal(
      `DATA_DIR is ${dataDir}, whose database was made by PostgreSQL ${engine.major}, and this version has PostgreSQL ${ENGINE_MAJOR}. With the version that made it run ${adminCommand('backup <file>')}; then move the folder postgres in it elsewhere and run ${adminCommand('restore <file>')} with this version.`,
    )
  }
  if (engine.state === 'damaged') {
    throw new Refusal(
      `DATA_DIR is ${dataDir}, whose database is damaged (${engine.damage}) and was left as it is; put back what is missing, or move the folder postgres elsewhere and run ${adminCommand('restore <file>')}.`,
    )
  }
  const kept = readdirSync(dataDir).filter((file) => OWN_FILES.includes(file))
  if (!replacesLost && kept.join() === BACKUPS) {
    throw new Refusal(
      `DATA_DIR is ${dataDir}, which has backups and no site; run ${adminCommand('restore <file>')} with one of them, or move the folder backups elsewhere to begin with a new site.`,
    )
  }
  if (!replacesLost && kept.some((file) => SITE_FILES.includes(file))) {
    throw new Refusal(
      `DATA_DIR is ${dataDir}, which belongs to a site, but its folder postgres is missing; put it back, run ${adminCommand('restore <file>')}, or name an empty folder.`,
    )
  }
  return { isNew: true }
}

/** Deletes the drafts of interrupted first starts, which were never in use. */
function removeDrafts(dataDir: string): void {
  for (const file of readdirSync(dataDir).filter((file) => file.startsWith(DRAFT))) {
    try {
      rmSync(path.join(dataDir, file), { recursive: true, force: true })
    } catch {
      // Another process still writes to it and removes it afterwards; otherwise the next start does.
    }
  }
}

function takeLock(dataDir: string, replacesLost: boolean): { lock: DatabaseSync; isNew: boolean } {
  const holder = path.join(dataDir, 'holder.pid')
  const file = path.join(dataDir, 'lock')
  try {
    const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (made) flushNames(made, dataDir)
    refuseForeign(dataDir)
    refuseFolders(dataDir)
    // A running server has made the lock file. Without one, the engine is checked first, so that a refusal adds no
    // file.
    if (!existsSync(file)) requireEngine(dataDir, replacesLost)
    const lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('begin exclusive')
    try {
      const engine = requireEngine(dataDir, replacesLost)
      chmodSync(dataDir, 0o700)
      nameHolder(holder)
      return { lock, ...engine }
    } catch (error) {
      lock.close()
      throw error
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (isBusy(error)) throw new DataFolderTaken(dataDir, readHolder(holder))
    if (isDiskFull(error)) throw new DataDiskFull(dataDir)
    if (isDamage(error)) {
      throw new Refusal(
        `DATA_DIR is ${dataDir}, whose file lock is damaged; stop every server of that folder, remove the file, and start again.`,
      )
    }
    throw new Refusal(
      `DATA_DIR is ${dataDir}, which cannot be written (${(error as Error).message}); name a folder this user may write to.`,
    )
  }
}

/** Stores the process id for the message to a second opener. A full disk is ignored, as the site may still be read. */
function nameHolder(file: string): void {
  try {
    writeFileSync(file, `${process.pid}\n`)
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

/** Refuses folders in the place of files that the server needs, as a faulty copy may leave. */
function refuseFolders(dataDir: string): void {
  const folder = ['lock', 'holder.pid', 'admin.sock'].find((name) =>
    lstatSync(path.join(dataDir, name), { throwIfNoEntry: false })?.isDirectory(),
  )
  if (folder)
    throw new Refusal(`DATA_DIR is ${dataDir}, in which ${folder} is a folder; remove it and start again.`)
}

/**
 * Refuses a folder with other files, such as a home folder, since its permissions would be changed to its owner only.
 * An engine that was renamed within the folder is allowed.
 */
function refuseForeign(dataDir: string): void {
  const files = readdirSync(dataDir).filter((file) => !file.startsWith('.') && file !== 'lost+found')
  if (files.length === 0 || files.some((file) => OWN_FILES.includes(file) || file.startsWith(ENGINE))) return
  throw new Refusal(`DATA_DIR is ${dataDir}, which holds other files; name an empty folder.`)
}

export class DataFolderTaken extends Refusal {
  constructor(dataDir: string, holder: string) {
    super(
      `DATA_DIR is ${dataDir}, which is in use by process ${holder}; stop that one, or name another folder.`,
    )
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5
  return (error as { errcode?: number }).errcode === SQLITE_BUSY
}

function isDamage(error: unknown): boolean {
  const [SQLITE_CORRUPT, SQLITE_NOTADB] = [11, 26]
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes((error as { errcode?: number }).errcode ?? 0)
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}

/**
 * Flushes all files of a new engine; otherwise a power cut could leave it incomplete. The engine flushes what PostgreSQL
 * asks it to (`durable-fs.ts`), and its initdb asks for little more than the write-ahead log and the control file.
 */
function flushTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) flush(path.join(entry.parentPath, entry.name))
  }
  flush(folder)
}

/** Flushes the parents of new folders: a folder is on disk only after its parent is flushed. */
function flushNames(first: string, last: string): void {
  for (let folder = last; folder.length >= first.length; folder = path.dirname(folder)) {
    flush(path.dirname(folder))
  }
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
