import path from 'node:path'
import { readFilmsCsv, writeFilmsCsv } from '../../domain/csv/films-csv.ts'
import { rotateSigningKey } from '../auth/keys/keys.ts'
import { REPLACED_KEY_LIFETIME } from '../auth/users/pruning.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { loadFilms, readFilms } from './catalogue-files.ts'
import type { Progress } from './progress.ts'
import { grantAdmin, revokeAdmin } from './roles.ts'

/**
 * A command with its arguments as plain values, because it may run in the server, not in the process where it was
 * typed. Files are read by the latter.
 */
export type Command =
  | { name: 'import'; file: string; csv: string; newOnly: boolean }
  | { name: 'export' }
  | { name: 'grant' | 'revoke'; who: string }
  | { name: 'rotate-keys' }

/** The result of a command: its closing sentence and, for an export, the content of the file. */
export interface Outcome {
  sentence: string
  file?: string
}

/** Runs a command. Throws a {@link Refusal} if the command's arguments are wrong. */
export async function runCommand(
  db: Database,
  command: Command,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  switch (command.name) {
    case 'import':
      return { sentence: await importFilms(db, command, onProgress) }
    case 'export':
      return exportFilms(db)
    case 'grant':
      return { sentence: await grantAdmin(db, command.who) }
    case 'revoke':
      return { sentence: await revokeAdmin(db, command.who) }
    case 'rotate-keys':
      await rotateSigningKey(db)
      return {
        sentence: `A new key signs from now on; the old one is deleted in ${REPLACED_KEY_LIFETIME}, when every token signed with it has expired.`,
      }
  }
}

async function importFilms(
  db: Database,
  { file, csv, newOnly }: Command & { name: 'import' },
  onProgress: (progress: Progress) => void,
): Promise<string> {
  const catalogue = readFilmsCsv(csv)
  if (catalogue.problems.length > 0) {
    const lines = catalogue.problems.map(({ line, message }) => `${file}:${line}: ${message}`)
    throw new Refusal([...lines, 'Nothing was changed.'].join('\n'))
  }
  const total = catalogue.films.length
  const { added, changed, unchanged } = await db.transaction((tx) =>
    loadFilms(tx, catalogue, {
      name: path.basename(file),
      newOnly,
      onProgress: (done) => onProgress({ done, total }),
    }),
  )
  return `${added} added, ${changed} changed, ${unchanged} left as they were.`
}

async function exportFilms(db: Database): Promise<Outcome> {
  const films = await readFilms(db)
  return { sentence: `${films.length} films exported.`, file: writeFilmsCsv(films) }
}
