import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Presets, SingleBar } from 'cli-progress'
import { type Config, readConfig } from '../config.ts'
import { DataFolderTaken } from '../db/pglite/data-folder.ts'
import { requireWritable, writeWhole } from '../files/write-file-atomically.ts'
import { Refusal } from '../refusal.ts'
import { openSite } from '../site.ts'
import { backUp, checkBackup, restore } from './backups.ts'
import { type Command, type Outcome, runCommand } from './commands.ts'
import type { Progress } from './progress.ts'
import { askServer } from './socket.ts'

const USAGE = `npm run admin -- <command>

  import <films.csv> [--new-only]   load films by spine: add new ones, update known ones
                                    (--new-only adds new spines and touches no other)
  export [films.csv]                write all films in the columns that import takes, by spine
                                    (without a file, to standard output; add --silent after npm run,
                                    or npm writes its own lines there, too)
  grant <username or email>         make a person admin
  revoke <username or email>        take that back
  backup <file>                     write everything to one file, while the server runs or not; keep it
                                    as safe as the database: it holds password hashes and keys
  restore <file>                    make the database of a new DATA_DIR or DATABASE_URL from it
  check-backup <file>               prove a file by restoring it into a database that is thrown away
  rotate-keys                       sign with a new key from now on; nobody is signed out`

type OnProgress = (progress: Progress) => void

/** What is to be done, and answers what to say about it. */
type Task = (config: Config, onProgress: OnProgress) => Promise<string | undefined>

function readArguments(words: string[]): Task {
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { 'new-only': { type: 'boolean', default: false } },
  })
  const [name, subject, ...rest] = positionals
  if (rest.length > 0 || (values['new-only'] && name !== 'import')) throw new Refusal(USAGE)
  if (name === 'export') return exportTo(subject)
  if (name === 'rotate-keys' && !subject) return carryingOut({ name })
  if (!subject) throw new Refusal(USAGE)
  const named = { name: subject, file: wherePersonIs(subject) }
  switch (name) {
    case 'import':
      return carryingOut({ name, file: subject, csv: readText(subject), newOnly: values['new-only'] })
    case 'grant':
    case 'revoke':
      return carryingOut({ name, who: subject })
    case 'backup':
      return (config, onProgress) => backUp(config, named, onProgress)
    case 'restore':
      return (config, onProgress) => restore(config, named, onProgress)
    case 'check-backup':
      return (config, onProgress) => checkBackup(config, named, onProgress)
    default:
      throw new Refusal(USAGE)
  }
}

function exportTo(name: string | undefined): Task {
  const file = name && wherePersonIs(name)
  return async (config, onProgress) => {
    if (name && file) requireWritable(name, file)
    const { sentence, file: csv = '' } = await carryOut(config, { name: 'export' }, onProgress)
    if (name && file) await writeWhole(name, file, csv)
    else process.stdout.write(csv)
    return file && sentence
  }
}

function readText(file: string): string {
  try {
    return readFileSync(wherePersonIs(file), 'utf8')
  } catch (error) {
    throw new Refusal(`${file} cannot be read (${(error as Error).message}).`)
  }
}

/** npm changes to the project's folder and says where the person is. */
function wherePersonIs(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? '.', file)
}

function carryingOut(command: Command): Task {
  return async (config, onProgress) => (await carryOut(config, command, onProgress)).sentence
}

/** Carries the command out in the running server where one holds the database, else on the database itself. */
async function carryOut(config: Config, command: Command, onProgress: OnProgress): Promise<Outcome> {
  try {
    const db = await openSite(config)
    try {
      return await runCommand(db, command, onProgress)
    } finally {
      await db.close()
    }
  } catch (error) {
    if (error instanceof DataFolderTaken) return askServer(config.dataDir, command, onProgress)
    throw error
  }
}

function progressBar() {
  const bar = new SingleBar(
    { format: '{bar} {value} of {total}', clearOnComplete: true },
    Presets.shades_grey,
  )
  return {
    show({ done, total }: Progress) {
      if (!bar.isActive) bar.start(total, done)
      else bar.update(done)
    },
    end: () => bar.stop(),
  }
}

/** One sentence, whatever happened; a stack only for who asks for it. */
function explain(error: unknown): string {
  if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) return USAGE
  if (error instanceof Refusal) return error.message
  const { message, stack } = error as Error
  return `The command failed (${message}).${process.env.LOG_LEVEL === 'debug' ? `\n${stack}` : ' LOG_LEVEL=debug tells more.'}`
}

const bar = progressBar()
try {
  const task = readArguments(process.argv.slice(2))
  const sentence = await task(readConfig(process.env), bar.show)
  bar.end()
  if (sentence !== undefined) console.log(sentence)
} catch (error) {
  bar.end()
  console.error(explain(error))
  process.exitCode = 1
}
