import path from 'node:path'
import { ALIAS_COLUMNS, readAliasesCsv, writeAliasesCsv } from '../../domain/csv/aliases-csv.ts'
import { readFilmsCsv, writeFilmsCsv } from '../../domain/csv/films-csv.ts'
import type { Problem } from '../../domain/csv/read-table.ts'
import { csvRecords } from '../../domain/csv/records.ts'
import { readSetsCsv, SET_COLUMNS, writeSetsCsv } from '../../domain/csv/sets-csv.ts'
import { rotateSigningKey } from '../auth/keys/keys.ts'
import { REPLACED_KEY_LIFETIME } from '../auth/users/pruning.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { describeFindings } from './catalogue/describe-findings.ts'
import { fillFilms } from './catalogue/fill-catalogue.ts'
import { loadAliases, readAliases } from './catalogue/load-aliases.ts'
import { type LoadResult, loadFilms, readFilms } from './catalogue/load-films.ts'
import { loadSets, readSets } from './catalogue/load-sets.ts'
import { type CollectionFile, importCollection } from './collection/import-collection.ts'
import { makePasswordLink } from './password-link.ts'
import type { Progress } from './progress.ts'
import { grantAdmin, revokeAdmin } from './roles.ts'

/**
 * A command with its arguments as plain values, because it may run in the server, not in the process where it was
 * typed. Files are read by the latter.
 */
export type Command =
  | { name: 'import'; file: string; csv: string; only?: 'new' | 'unedited' | undefined }
  | { name: 'export'; what: 'films' | 'aliases' | 'sets' }
  | { name: 'check-catalogue'; films: string; basis: string; doubts: string }
  | { name: 'grant' | 'revoke'; who: string }
  | { name: 'password-link'; who: string; siteUrl: string }
  | ({ name: 'import-collection' } & CollectionFile)
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
      return { sentence: await importFile(db, command, onProgress) }
    case 'export':
      return exportFile(db, command.what)
    case 'check-catalogue':
      return { sentence: await describeFindings(db, command) }
    case 'import-collection':
      return { sentence: await importCollection(db, command) }
    case 'grant':
      return { sentence: await grantAdmin(db, command.who) }
    case 'revoke':
      return { sentence: await revokeAdmin(db, command.who) }
    case 'password-link':
      return { sentence: await makePasswordLink(db, command.who, command.siteUrl) }
    case 'rotate-keys':
      await rotateSigningKey(db)
      return {
        sentence: `A new key signs from now on; the old one is deleted in ${REPLACED_KEY_LIFETIME}, when every token signed with it has expired.`,
      }
  }
}

/** Imports a file of films, aliases or sets: its header tells which. */
async function importFile(
  db: Database,
  { file, csv, only }: Command & { name: 'import' },
  onProgress: (progress: Progress) => void,
): Promise<string> {
  const name = path.basename(file)
  const header = new Set(csvRecords(csv)[0]?.cells.map((cell) => cell.trim()))
  const has = (column: string) => header.has(column)
  const isAliases = has(ALIAS_COLUMNS[1]) && has(ALIAS_COLUMNS[2])
  const isSets = has(SET_COLUMNS[0])
  if (only && (isAliases || isSets)) {
    throw new Refusal(`${file} is no file of films; import it without --new-only and --keep-edits.`)
  }
  if (isAliases) {
    const { films } = correct(file, readAliasesCsv(csv))
    return inSentence(await db.transaction((tx) => loadAliases(tx, films, name)))
  }
  if (isSets) {
    const { sets } = correct(file, readSetsCsv(csv))
    return inSentence(await db.transaction((tx) => loadSets(tx, sets, name)))
  }
  const catalogue = correct(file, readFilmsCsv(csv))
  const total = catalogue.films.length
  const options = { name, onProgress: (done: number) => onProgress({ done, total }) }
  return inSentence(
    await db.transaction((tx) =>
      only === 'unedited'
        ? fillFilms(tx, catalogue, options)
        : loadFilms(tx, catalogue, { ...options, newOnly: only === 'new' }),
    ),
  )
}

function correct<Content extends { problems: readonly Problem[] }>(file: string, content: Content): Content {
  if (content.problems.length === 0) return content
  const lines = content.problems.map(({ line, message }) => `${file}:${line}: ${message}`)
  throw new Refusal([...lines, 'Nothing was changed.'].join('\n'))
}

const inSentence = ({ added, changed, unchanged }: LoadResult) =>
  `${added} added, ${changed} changed, ${unchanged} left as they were.`

async function exportFile(db: Database, what: 'films' | 'aliases' | 'sets'): Promise<Outcome> {
  if (what === 'aliases') {
    const films = await readAliases(db)
    return { sentence: `The aliases of ${films.length} films exported.`, file: writeAliasesCsv(films) }
  }
  if (what === 'sets') {
    const sets = await readSets(db)
    return { sentence: `${sets.length} box sets exported.`, file: writeSetsCsv(sets) }
  }
  const films = await readFilms(db)
  return { sentence: `${films.length} films exported.`, file: writeFilmsCsv(films) }
}
