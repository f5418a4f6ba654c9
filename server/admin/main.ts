import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Presets, SingleBar } from 'cli-progress'
import { adminCommand } from '../commands.ts'
import { type Config, readConfig } from '../config.ts'
import { DataFolderTaken } from '../db/pglite/data-folder.ts'
import { requireWritable, writeFileAtomically } from '../files/write-file-atomically.ts'
import { Refusal } from '../refusal.ts'
import { openSite } from '../site.ts'
import { backUp, checkBackup, restore } from './backups.ts'
import { type Command, type Outcome, runCommand } from './commands.ts'
import type { Progress } from './progress.ts'
import { runOnServer } from './socket.ts'

const USAGE = `${adminCommand('<command>')}

  import <films.csv> [--new-only | --keep-edits]
                                    load films by spine: add new ones, update known ones
                                    (--new-only adds new spines and changes no others; --keep-edits adds none
                                    and leaves what admins and imports have changed)
  import <aliases.csv | sets.csv>   load other ids and titles of films, or box sets; the header tells which
  export [films.csv]                write all films in the columns that import takes, by spine
  export [aliases.csv] --aliases    write other ids and titles of films
  export [sets.csv] --sets          write box sets with their films
                                    (without a file, to standard output; add --silent after npm run,
                                    or npm writes its own lines there, too)
  check-catalogue                   list what is unknown, inferred or inconsistent in the catalogue
  import-collection <username> <file> [--best-disc]
                                    add the films of a file that a person brings to their collection; what
                                    is not sure is left out (--best-disc ticks the best released format
                                    where the file names none)
  grant <username or email>         make a person an admin
  revoke <username or email>        take the role of admin away
  password-link <username or email> make a link with which a person can choose a new password
  backup <file>                     write the whole site to one file, whether or not the server runs; keep it
                                    as safe as the database: it holds password hashes and keys
  restore <file>                    make the database of a new DATA_DIR or DATABASE_URL from a backup
  check-backup <file>               check a backup by restoring it into a temporary database
  rotate-keys                       sign with a new key from now on; nobody is signed out`

type OnProgress = (progress: Progress) => void

/** Does what a command line asks for. Returns the sentence to print, if any. */
type Task = (config: Config, onProgress: OnProgress) => Promise<string | undefined>

function readArguments(args: string[]): Task {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'new-only': { type: 'boolean' },
      'keep-edits': { type: 'boolean' },
      aliases: { type: 'boolean' },
      sets: { type: 'boolean' },
      'best-disc': { type: 'boolean' },
    },
  })
  const [name, subject, ...rest] = positionals
  const [option, ...others] = Object.keys(values)
  const optionsOf: Record<string, string[]> = {
    import: ['new-only', 'keep-edits'],
    export: ['aliases', 'sets'],
    'import-collection': ['best-disc'],
  }
  const isMisused = option !== undefined && !optionsOf[name ?? '']?.includes(option)
  const [file, ...more] = name === 'import-collection' ? rest : [undefined, ...rest]
  if (more.length > 0 || others.length > 0 || isMisused) throw new Refusal(USAGE)
  if (name === 'export') return exportTo(subject, values.aliases ? 'aliases' : values.sets ? 'sets' : 'films')
  if (name === 'check-catalogue' && !subject) return checkCatalogue
  if (name === 'rotate-keys' && !subject) return commandTask({ name })
  if (!subject) throw new Refusal(USAGE)
  const named = { name: subject, file: pathOf(subject) }
  switch (name) {
    case 'import':
      return commandTask({
        name,
        file: subject,
        csv: readText(subject),
        only: values['new-only'] ? 'new' : values['keep-edits'] ? 'unedited' : undefined,
      })
    case 'import-collection':
      if (!file) throw new Refusal(USAGE)
      return commandTask({
        name,
        who: subject,
        file,
        base64: readBytes(file).toString('base64'),
        discs: values['best-disc'] ? 'best' : 'none',
      })
    case 'grant':
    case 'revoke':
      return commandTask({ name, who: subject })
    case 'password-link':
      return (config, onProgress) => {
        const siteUrl = config.siteUrl ?? `http://${config.host}:${config.port}`
        return commandTask({ name, who: subject, siteUrl })(config, onProgress)
      }
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

function exportTo(name: string | undefined, what: 'films' | 'aliases' | 'sets'): Task {
  const file = name && pathOf(name)
  return async (config, onProgress) => {
    if (name && file) requireWritable(name, file)
    const { sentence, file: csv = '' } = await runAnywhere(config, { name: 'export', what }, onProgress)
    if (name && file) await writeFileAtomically(name, file, csv)
    else process.stdout.write(csv)
    return file && sentence
  }
}

/** The evidence lies beside the file of CATALOGUE; another catalogue has none. */
const checkCatalogue: Task = async (config, onProgress) => {
  const { catalogue } = config
  const read = (name: string) => {
    const file = catalogue && path.join(path.dirname(catalogue), name)
    return file && existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  const films = catalogue && existsSync(catalogue) ? readFileSync(catalogue, 'utf8') : ''
  const evidence = { films, basis: read('format-basis.csv'), doubts: read('doubts.csv') }
  return (await runAnywhere(config, { name: 'check-catalogue', ...evidence }, onProgress)).sentence
}

function readText(file: string): string {
  return readBytes(file).toString('utf8')
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(pathOf(file))
  } catch (error) {
    throw new Refusal(`${file} cannot be read (${(error as Error).message}).`)
  }
}

/** Resolves a path against the operator's folder, which npm passes in INIT_CWD: npm runs in the project's folder. */
function pathOf(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? '.', file)
}

function commandTask(command: Command): Task {
  return async (config, onProgress) => (await runAnywhere(config, command, onProgress)).sentence
}

/** Runs a command in the server that holds the database, if there is one; otherwise on the database itself. */
async function runAnywhere(config: Config, command: Command, onProgress: OnProgress): Promise<Outcome> {
  try {
    const db = await openSite(config)
    try {
      return await runCommand(db, command, onProgress)
    } finally {
      await db.close()
    }
  } catch (error) {
    if (error instanceof DataFolderTaken) return runOnServer(config.dataDir, command, onProgress)
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

/** Describes an error in one sentence; LOG_LEVEL=debug adds the stack. */
function explain(error: unknown): string {
  if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) return USAGE
  if (error instanceof Refusal) return error.message
  const { message, stack } = error as Error
  return `The command failed (${message}).${process.env.LOG_LEVEL === 'debug' ? `\n${stack}` : ' Set LOG_LEVEL=debug to see where.'}`
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
