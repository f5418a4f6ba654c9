import { accessSync, constants, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from '../refusal.ts'

/** Refuses what would be refused later anyway, before anything is collected. */
export function requireWritable(name: string, file: string): void {
  try {
    accessSync(path.dirname(file), constants.W_OK)
  } catch (error) {
    throw cannotBeWritten(name, error)
  }
  const there = statSync(file, { throwIfNoEntry: false })
  if (there && !there.isFile()) throw new Refusal(`${name} is there and is no file; name another.`)
}

/** Writes a file that is there whole or not at all; one of the same name stays until then. */
export function writeWhole(name: string, file: string, content: string): void {
  const draft = `${file}.${process.pid}.part`
  try {
    writeFileSync(draft, content, { flush: true })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw cannotBeWritten(name, error)
  }
}

function cannotBeWritten(name: string, error: unknown): Refusal {
  return new Refusal(`${name} cannot be written (${(error as Error).message}); name another file.`)
}
