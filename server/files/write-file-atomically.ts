import { accessSync, closeSync, constants, fsyncSync, openSync, statSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '../refusal.ts'
import { isDiskFull } from './disk-space.ts'

/** Checks before the content is made that a file can be written. @throws Refusal */
export function requireWritable(name: string, file: string): void {
  try {
    accessSync(path.dirname(file), constants.W_OK)
  } catch (error) {
    throw new UnwritableFile(name, error)
  }
  const existing = statSync(file, { throwIfNoEntry: false })
  if (existing && !existing.isFile()) throw new Refusal(`${name} exists and is not a file; name another.`)
}

/**
 * Writes a complete file or none, and flushes it to the disk. An existing file is replaced only at the end.
 * @param name what a refusal calls the file.
 * @throws UnwritableFile
 */
export function writeFileAtomically(name: string, file: string, content: string): Promise<void> {
  return writeFileAtomicallyWith(name, file, async (draft) => writeFileSync(draft, content, { flush: true }))
}

/** Does the same for content written in pieces: `write` gets the path of a draft, which it has to write and flush. */
export async function writeFileAtomicallyWith<T>(
  name: string,
  file: string,
  write: (draft: string) => Promise<T>,
): Promise<T> {
  const draft = `${file}.${process.pid}${DRAFT_ENDING}`
  try {
    const result = await write(draft)
    await rename(draft, file)
    flushFolder(path.dirname(file))
    return result
  } catch (error) {
    await rm(draft, { force: true })
    throw isSystemError(error) ? new UnwritableFile(name, error) : error
  }
}

/** The ending of a draft's name, which an interrupted run may leave behind. */
export const DRAFT_ENDING = '.part'

/** Without this, a power cut could lose the file's name. */
function flushFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function isSystemError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined
}

/** A file could not be written; `reason` comes from the operating system. */
export class UnwritableFile extends Refusal {
  readonly reason: string
  readonly isFull: boolean
  constructor(name: string, error: unknown) {
    const isFull = isDiskFull(error)
    const reason = isFull ? 'its disk is full' : (error as Error).message
    super(`${name} cannot be written (${reason}); ${isFull ? 'make room there, or ' : ''}name another file.`)
    this.isFull = isFull
    this.reason = reason
  }
}
