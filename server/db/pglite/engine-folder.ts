import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The major version of the embedded engine, which cannot open a folder of another one. */
export const ENGINE_MAJOR = '18'

/** The folders of the databases that every PostgreSQL has; the last one is the site's. */
const DATABASES = ['base/1', 'base/4', 'base/5']

const FOLDERS = [
  'base',
  'global',
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_multixact',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  ...DATABASES,
]

/** Folders with at least one numbered file. */
const NUMBERED = ['pg_multixact/members', 'pg_multixact/offsets', 'pg_wal', 'pg_xact']

const FILES = ['postgresql.conf', ...DATABASES.map((database) => `${database}/PG_VERSION`)]

/** Files of a fixed size, in bytes. */
const CONTROL = { file: 'global/pg_control', bytes: 8192 }
const MAPS = ['global', ...DATABASES].map((folder) => ({
  folder,
  file: `${folder}/pg_filenode.map`,
  bytes: 524,
}))

/** The state of an engine's folder, found without opening the engine. */
export type EngineFolder =
  | { state: 'none' }
  | { state: 'complete' }
  /** The folder of another major version of PostgreSQL. */
  | { state: 'other'; major: string }
  /** `damage` names the first file or folder that is missing or truncated. */
  | { state: 'damaged'; damage: string }

/**
 * Checks that the files of the engine exist. If some are missing, the engine would create others, fail with an unclear
 * error, or treat the folder as a new one.
 */
export function inspectEngine(folder: string): EngineFolder {
  if (!lstatSync(folder, { throwIfNoEntry: false })) return { state: 'none' }
  const damage = (file: string, what = 'is missing') =>
    ({ state: 'damaged', damage: `${path.join(path.basename(folder), file)} ${what}` }) as const
  const at = (file: string) => statSync(path.join(folder, file), { throwIfNoEntry: false })

  if (!at('')?.isDirectory()) return damage('', 'is not a folder')
  if (!at('PG_VERSION')?.isFile()) return damage('PG_VERSION')
  const major = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim()
  if (!/^\d+(\.\d+)?$/.test(major)) return damage('PG_VERSION', 'is damaged')
  if (major !== ENGINE_MAJOR) return { state: 'other', major }

  for (const name of [...FOLDERS, ...NUMBERED]) if (!at(name)?.isDirectory()) return damage(name)
  for (const name of FILES) if (!at(name)?.isFile()) return damage(name)
  for (const { file, bytes } of [CONTROL, ...MAPS]) {
    const found = at(file)
    if (!found?.isFile()) return damage(file)
    if (found.size !== bytes) return damage(file, 'is cut short')
  }
  for (const name of NUMBERED) {
    const numbers = readdirSync(path.join(folder, name)).filter((file) => /^[\dA-F]+$/.test(file))
    if (numbers.length === 0) return damage(name, 'is empty')
  }
  for (const map of MAPS) {
    const lost = mappedFiles(path.join(folder, map.file)).find((file) => !at(`${map.folder}/${file}`))
    if (lost) return damage(`${map.folder}/${lost}`)
  }
  return { state: 'complete' }
}

/** Reads the files of the mapped system tables: a `RelMapFile` has a magic number, a count, and pairs. */
function mappedFiles(map: string): string[] {
  const content = readFileSync(map)
  const count = Math.min(content.readInt32LE(4), 64)
  return Array.from({ length: count }, (_, index) => String(content.readUInt32LE(8 + index * 8 + 4)))
}
