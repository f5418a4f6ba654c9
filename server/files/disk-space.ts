import { statfsSync } from 'node:fs'
import { Refusal } from '../refusal.ts'

const MB = 2 ** 20

/** The embedded engine takes its log from the disk in pieces of 16 MB, and says no reason where it gets none. */
const FULL_BELOW_MB = 20

const SQLITE_FULL = 13

/** Whether an error says that a disk, or what a user may take of it, is used up. */
export function saysFull(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return ['ENOSPC', 'EDQUOT', '53100'].includes(String(code)) || errcode === SQLITE_FULL
}

/** How many MB may be written below a folder; infinite where its file system does not tell. */
export function roomIn(folder: string): number {
  const { bavail, bsize, blocks } = statfsSync(folder)
  return blocks > 0 ? Math.floor((bavail * bsize) / MB) : Number.POSITIVE_INFINITY
}

/** Whether it was for want of room that the embedded engine failed in a folder. */
export function failedForRoom(folder: string, error: unknown): boolean {
  return saysFull(error) || roomIn(folder) < FULL_BELOW_MB
}

export class DataDiskFull extends Refusal {
  constructor(dataDir: string) {
    super(`DATA_DIR is ${dataDir}, whose disk is full; make room there.`)
  }
}
