import { statfsSync } from 'node:fs'
import { Refusal } from '../refusal.ts'

const MB = 2 ** 20

/** The embedded engine allocates its log in pieces of 16 MB, and reports no reason when there is no space for one. */
const FULL_BELOW_MB = 20

const SQLITE_FULL = 13

/** Whether an error means that a disk, or a user's quota on it, is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return ['ENOSPC', 'EDQUOT', '53100'].includes(String(code)) || errcode === SQLITE_FULL
}

/** Returns how many MB may be written in a folder; infinity if its file system does not report it. */
export function freeMegabytesIn(folder: string): number {
  const { bavail, bsize, blocks } = statfsSync(folder)
  return blocks > 0 ? Math.floor((bavail * bsize) / MB) : Number.POSITIVE_INFINITY
}

/** Whether the embedded engine failed in a folder because the disk is full. */
export function failedForLackOfSpace(folder: string, error: unknown): boolean {
  return isDiskFull(error) || freeMegabytesIn(folder) < FULL_BELOW_MB
}

export class DataDiskFull extends Refusal {
  constructor(dataDir: string) {
    super(`DATA_DIR is ${dataDir}, whose disk is full; make room there.`)
  }
}
