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
import { DataDiskFull, saysFull } from '../../files/disk-space.ts'
import { Refusal } from '../../refusal.ts'
import { inspectEngine } from './engine-folder.ts'
import { ENGINE_MAJOR } from './version.ts'

/** Made beside the first engine, so that a lost one is not taken for none. */
const MARK = 'has-site'

/** What is there only where a site has been; folders of versions before have no mark. */
const LEFT_BY_A_SITE = [MARK, 'backups', 'spool', 'schema.json', 'admin.sock']

const OWN_FILES = ['lock', 'holder.pid', ...LEFT_BY_A_SITE]

const ENGINE = 'postgres'

/** How the folders are called in which new engines are made. */
const DRAFT = `${ENGINE}.new`

/** The embedded database's folder on disk, held by this process alone until released. */
export interface DataFolder {
  /** The engine's own folder; it exists only once the engine in it is complete. */
  engine: string
  /** Whether there was none when the data folder was taken: else it is whole. */
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
 * @param replacesLost whether a new engine may take the place of one that is gone: a backup brings its content back.
 * @throws Refusal when another process holds it, it cannot be written, or its engine is damaged or gone. It is then left
 * byte for byte as it was.
 */
export function takeDataFolder(dataDir: string, { replacesLost = false } = {}): DataFolder {
  const { lock, isNew } = takeLock(dataDir, replacesLost)
  const engine = path.join(dataDir, ENGINE)
  const mark = path.join(dataDir, MARK)
  // A name of its own: the process that makes the engine for a server that was killed may still be at work on another.
  const draft = path.join(dataDir, `${DRAFT}-${randomUUID()}`)
  const isMarked = existsSync(mark)
  removeDrafts(dataDir)
  if (!isNew && !isMarked) leaveMark(dataDir)
  return {
    engine,
    draft,
    isNew,
    adopt() {
      const made = inspectEngine(draft)
      if (made.state !== 'whole') throw new Error(`the engine that was made is ${made.state}`)
      flushTree(draft)
      renameSync(draft, engine)
      flush(dataDir)
      leaveMark(dataDir)
    },
    discard() {
      if (!isMarked) rmSync(mark, { force: true })
      // A kill in the midst leaves a draft, never half an engine.
      if (existsSync(engine)) renameSync(engine, draft)
      rmSync(draft, { recursive: true, force: true })
    },
    release: () => lock.close(),
  }
}

/** A disk without room for it has room for nothing else, and the next start leaves it. */
function leaveMark(dataDir: string): void {
  try {
    writeFileSync(path.join(dataDir, MARK), '')
  } catch {}
}

/** Whether there is no engine yet. @throws Refusal unless there is a whole one, or none where there may be none. */
function requireEngine(dataDir: string, replacesLost: boolean): { isNew: boolean } {
  const engine = inspectEngine(path.join(dataDir, ENGINE))
  if (engine.state === 'whole') return { isNew: false }
  if (engine.state === 'other') {
    throw new Refusal(
      `DATA_DIR is ${dataDir}, whose database was made by PostgreSQL ${engine.major}, and this version has PostgreSQL ${ENGINE_MAJOR}. With the version that made it run npm run admin -- backup <file>; then move the folder postgres in it elsewhere and run npm run admin -- restore <file> with this one.`,
    )
  }
  if (engine.state === 'damaged') {
    throw new Refusal(
      `DATA_DIR is ${dataDir}, whose database is damaged (${engine.damage}) and was left as it is; put back what is missing, or move the folder postgres elsewhere and run npm run admin -- restore <file>.`,
    )
  }
  if (!replacesLost && readdirSync(dataDir).some((file) => LEFT_BY_A_SITE.includes(file))) {
    throw new Refusal(
      `DATA_DIR is ${dataDir}, where a site has been whose folder postgres is missing; put it back, run npm run admin -- restore <file>, or name an empty folder.`,
    )
  }
  return { isNew: true }
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

function takeLock(dataDir: string, replacesLost: boolean): { lock: DatabaseSync; isNew: boolean } {
  const holder = path.join(dataDir, 'holder.pid')
  const file = path.join(dataDir, 'lock')
  try {
    const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (made) flushNames(made, dataDir)
    refuseForeign(dataDir)
    refuseFolders(dataDir)
    // Whoever holds a folder has made its lock: without one nobody changes it meanwhile, and a refusal adds none.
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
    if (saysFull(error)) throw new DataDiskFull(dataDir)
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

/** Only for the sentence of a second opener: a site without room to write may still be read. */
function nameHolder(file: string): void {
  try {
    writeFileSync(file, `${process.pid}\n`)
  } catch (error) {
    if (!saysFull(error)) throw error
  }
}

/** Where a server needs a file or a socket, a copy of something else may have left a folder. */
function refuseFolders(dataDir: string): void {
  const folder = ['lock', 'holder.pid', 'admin.sock'].find((name) =>
    lstatSync(path.join(dataDir, name), { throwIfNoEntry: false })?.isDirectory(),
  )
  if (folder)
    throw new Refusal(`DATA_DIR is ${dataDir}, in which ${folder} is a folder; remove it and start again.`)
}

/**
 * A folder with something else in it, as a home folder, must not be closed to all but its owner. An engine that was moved
 * aside within the folder is not something else.
 */
function refuseForeign(dataDir: string): void {
  const files = readdirSync(dataDir).filter((file) => !file.startsWith('.') && file !== 'lost+found')
  if (files.length === 0 || files.some((file) => OWN_FILES.includes(file) || file.startsWith(ENGINE))) return
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
