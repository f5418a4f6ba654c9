import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DRAFT_ENDING } from '../files/write-file-atomically.ts'

/** Why an automatic backup was made. The number of backups that are kept applies to each kind. */
export type Kind = 'scheduled' | 'before-upgrade'

/** Such as scheduled-2026-11-21T22-37-00.123Z.jsonl.gz; no other files in the folder are touched. */
const FILE_NAME =
  /^(scheduled|before-upgrade)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.jsonl\.gz(\.\d+\.part)?$/

const DAY_MS = 24 * 60 * 60 * 1000

/** The folder of the automatic backups. */
export interface BackupFolder {
  /** Returns the path for a new backup. Creates a missing folder, for its owner only. */
  newFile(kind: Kind, now: Date): string
  /** Returns when the newest was made, according to its name: a copied file has another time. */
  newest(kind: Kind, now: Date): Date | undefined
  /**
   * Deletes all but the newest of a kind, and the drafts of runs that were interrupted more than a day ago. A backup
   * dated ahead, from a wrong clock, does not count and stays until its date has passed.
   */
  prune(kind: Kind, keep: number, now: Date): void
}

interface Found {
  file: string
  kind: string
  at: Date
  isDraft: boolean
}

export function backupFolder(folder: string): BackupFolder {
  const files = (kind: Kind) => filesOf(folder).filter((file) => file.kind === kind)
  return {
    newFile(kind, now) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return path.join(folder, `${kind}-${now.toISOString().replaceAll(':', '-')}.jsonl.gz`)
    },
    newest(kind, now) {
      const times = files(kind).flatMap(({ at, isDraft }) => (isDraft ? [] : [at.getTime()]))
      // A file with a future time, from a wrong clock, must not delay the next backup for years.
      const newest = Math.max(...times.filter((time) => time <= now.getTime()))
      return Number.isFinite(newest) ? new Date(newest) : undefined
    },
    prune(kind, keep, now) {
      const complete = files(kind).filter(({ isDraft, at }) => !isDraft && at <= now)
      const drafts = files(kind).filter(({ isDraft, at }) => isDraft && at.getTime() < now.getTime() - DAY_MS)
      for (const { file } of [...complete.slice(keep), ...drafts]) rmSync(file, { force: true })
    },
  }
}

/** Returns the backups and drafts in a folder, the newest first. */
function filesOf(folder: string): Found[] {
  return namesIn(folder)
    .flatMap((name) => {
      const [, kind = '', day, hour, minute, second, draft] = FILE_NAME.exec(name) ?? []
      const at = new Date(`${day}T${hour}:${minute}:${second}`)
      if (Number.isNaN(at.getTime())) return []
      return [{ file: path.join(folder, name), kind, at, isDraft: draft?.endsWith(DRAFT_ENDING) ?? false }]
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime())
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
