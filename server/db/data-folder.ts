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

const OWN_FILES = ['lock', 'postgres', 'postgres.new']

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
  const draft = path.join(dataDir, 'postgres.new')
  // What an interrupted first start left behind was never in use.
  rmSync(draft, { recursive: true, force: true })
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

function takeLock(dataDir: string): DatabaseSync {
  const holder = path.join(dataDir, 'holder.pid')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
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
  if (files.length === 0 || files.some((file) => OWN_FILES.includes(file))) return
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

function flush(file: string): void {
  const descriptor = openSync(file, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
