import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DRAFT_ENDING } from '../files/write-file-atomically.ts'

/** Why a backup was made by itself. Each kind is kept in a number of its own. */
export type Kind = 'scheduled' | 'before-upgrade'

/** Such as scheduled-2026-11-21T22-37-00.123Z.jsonl.gz; nothing else in the folder is ever touched. */
const FILE_NAME =
  /^(scheduled|before-upgrade)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.jsonl\.gz(\.\d+\.part)?$/

const DAY_MS = 24 * 60 * 60 * 1000

/** The folder of the backups that are made by themselves. */
export interface BackupFolder {
  /** The path of one to be made now. Makes the folder when missing, for its owner only. */
  newFile(kind: Kind, now: Date): string
  /** When the newest was made, by its name: a copy has another time. */
  newest(kind: Kind, now: Date): Date | undefined
  /** Deletes all but the newest of a kind, and what interrupted runs left. */
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
      // One from the time of a clock that went wrong would put the next off for years.
      const newest = Math.max(...times.filter((time) => time <= now.getTime()))
      return Number.isFinite(newest) ? new Date(newest) : undefined
    },
    prune(kind, keep, now) {
      const whole = files(kind).filter(({ isDraft }) => !isDraft)
      const drafts = files(kind).filter(({ isDraft, at }) => isDraft && at.getTime() < now.getTime() - DAY_MS)
      for (const { file } of [...whole.slice(keep), ...drafts]) rmSync(file, { force: true })
    },
  }
}

/** The newest first. */
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
