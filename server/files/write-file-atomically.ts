import { accessSync, closeSync, constants, fsyncSync, openSync, statSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '../refusal.ts'
import { saysFull } from './disk-space.ts'

/** Refuses what would be refused later anyway, before anything is collected. */
export function requireWritable(name: string, file: string): void {
  try {
    accessSync(path.dirname(file), constants.W_OK)
  } catch (error) {
    throw new CannotBeWritten(name, error)
  }
  const there = statSync(file, { throwIfNoEntry: false })
  if (there && !there.isFile()) throw new Refusal(`${name} is there and is no file; name another.`)
}

/** Writes a file that is there whole or not at all; one of the same name stays until then. */
export function writeWhole(name: string, file: string, content: string): Promise<void> {
  return writeWholeBy(name, file, async (draft) => writeFileSync(draft, content, { flush: true }))
}

/** The same for what is written piece by piece: `write` gets the path of a draft, which it has to flush. */
export async function writeWholeBy<T>(
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
    throw isOfTheSystem(error) ? new CannotBeWritten(name, error) : error
  }
}

/** What an interrupted run leaves behind ends so. */
export const DRAFT_ENDING = '.part'

/** The name is lost in a power cut until its folder is flushed, too. */
function flushFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function isOfTheSystem(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined
}

/** A file could not be written, for what its system says. */
export class CannotBeWritten extends Refusal {
  readonly reason: string
  readonly isFull: boolean
  constructor(name: string, error: unknown) {
    const isFull = saysFull(error)
    const reason = isFull ? 'its disk is full' : (error as Error).message
    super(`${name} cannot be written (${reason}); ${isFull ? 'make room there, or ' : ''}name another file.`)
    this.isFull = isFull
    this.reason = reason
  }
}
