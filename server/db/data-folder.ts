import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
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
import { Refusal } from '../refusal.ts'

const OWN_FILES = ['lock', 'holder.pid', 'postgres', 'backups', 'spool', 'schema.json']
/** How the folders are called in which new engines are made. */
const DRAFT = 'postgres.new'

/** The embedded database's folder on disk, held by this process alone until released. */
export interface DataFolder {
  /** The engine's own folder; it exists only once the engine in it is complete. */
  engine: string
  /** Whether there was none when the data folder was taken. */
  isNew: boolean
  /** Where a new engine folder is made, to be put in place by `adopt` when complete. */
  draft: string
  adopt(): void
  /** Leaves nothing of a start that failed; for a new engine only. */
  discard(): void
  release(): void
}

/**
 * Takes the data folder, making it when missing, readable by its owner only.
 *
 * A second opener would destroy the data. The lock is SQLite's on a file of its own: the kernel holds it, so it
 * ends with the process however that ends, and it also counts between containers that share the folder.
 * @throws Refusal when another process holds it, or it cannot be written.
 */
export function takeDataFolder(dataDir: string): DataFolder {
  const lock = takeLock(dataDir)
  const engine = path.join(dataDir, 'postgres')
  // A name of its own: the process that makes the engine for a server that was killed may still be at work on another.
  const draft = path.join(dataDir, `${DRAFT}-${randomUUID()}`)
  removeDrafts(dataDir)
  return {
    engine,
    draft,
    isNew: !existsSync(engine),
    adopt() {
      flushTree(draft)
      renameSync(draft, engine)
      flush(dataDir)
    },
    discard() {
      for (const folder of [draft, engine]) rmSync(folder, { recursive: true, force: true })
    },
    release: () => lock.close(),
  }
}

/** What interrupted first starts left behind was never in use. */
function removeDrafts(dataDir: string): void {
  for (const file of readdirSync(dataDir).filter((file) => file.startsWith(DRAFT))) {
    try {
      rmSync(path.join(dataDir, file), { recursive: true, force: true })
    } catch {
      // Somebody still writes in it, who removes it when done; or else the next start does.
    }
  }
}

function takeLock(dataDir: string): DatabaseSync {
  const holder = path.join(dataDir, 'holder.pid')
  try {
    const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (made) flushNames(made, dataDir)
    refuseForeign(dataDir)
    chmodSync(dataDir, 0o700)
    const lock = new DatabaseSync(path.join(dataDir, 'lock'), { timeout: 0 })
    lock.exec('begin exclusive')
    writeFileSync(holder, `${process.pid}\n`)
    return lock
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (isBusy(error)) throw new DataFolderTaken(dataDir, readHolder(holder))
    throw new Refusal(
      `DATA_DIR is ${dataDir}, which cannot be written (${(error as Error).message}); name a folder this user may write to.`,
    )
  }
}

/** A folder with something else in it, as a home folder, must not be closed to all but its owner. */
function refuseForeign(dataDir: string): void {
  const files = readdirSync(dataDir).filter((file) => !file.startsWith('.') && file !== 'lost+found')
  if (files.length === 0 || files.some((file) => OWN_FILES.includes(file) || file.startsWith(DRAFT))) return
  throw new Refusal(`DATA_DIR is ${dataDir}, which holds other files; name a folder of its own.`)
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

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}

/** The engine does not flush what it makes at its creation; without this a power cut could leave it torn. */
function flushTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) flush(path.join(entry.parentPath, entry.name))
  }
  flush(folder)
}

/** A folder that was made is on the disk only when the one that it stands in is: from the first made to the last. */
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
