import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Presets, SingleBar } from 'cli-progress'
import { type Config, readConfig } from '../config.ts'
import { DataFolderTaken } from '../db/data-folder.ts'
import { Refusal } from '../refusal.ts'
import { openSite } from '../site.ts'
import { type Command, type Progress, runCommand } from './commands.ts'
import { askServer } from './socket.ts'
import { requireWritable, writeWhole } from './write-whole.ts'

const USAGE = `npm run admin -- <command>

  import <films.csv> [--new-only]   load films by spine: add new ones, update known ones
                                    (--new-only adds new spines and touches no other)
  export [films.csv]                write all films in the columns that import takes, by spine
                                    (without a file, to standard output; add --silent after npm run,
                                    or npm writes its own lines there, too)
  grant <username or email>        make a person admin
  revoke <username or email>       take that back`

interface Asked {
  command: Command
  /** The file that an export goes to. */
  target?: string | undefined
}

function readArguments(words: string[]): Asked {
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { 'new-only': { type: 'boolean', default: false } },
  })
  const [name, subject, ...rest] = positionals
  if (rest.length > 0 || (values['new-only'] && name !== 'import')) throw new Refusal(USAGE)
  if (name === 'export') return { command: { name }, target: subject }
  if (!subject) throw new Refusal(USAGE)
  switch (name) {
    case 'import':
      return { command: { name, file: subject, csv: readText(subject), newOnly: values['new-only'] } }
    case 'grant':
    case 'revoke':
      return { command: { name, who: subject } }
    default:
      throw new Refusal(USAGE)
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

/** Carries the command out in the running server where one holds the database, else on the database itself. */
async function carryOut(config: Config, command: Command, onProgress: (progress: Progress) => void) {
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

const bar = progressBar()
try {
  const { command, target } = readArguments(process.argv.slice(2))
  if (target) requireWritable(target, wherePersonIs(target))
  const { sentence, file } = await carryOut(readConfig(process.env), command, bar.show)
  bar.end()
  if (file !== undefined && target) writeWhole(target, wherePersonIs(target), file)
  if (file !== undefined && !target) process.stdout.write(file)
  else console.log(sentence)
} catch (error) {
  bar.end()
  const isMisuse = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(isMisuse ? USAGE : error instanceof Refusal ? error.message : error)
  process.exitCode = 1
}
