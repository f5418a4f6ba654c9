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

const USAGE = `npm run admin -- <command>

  import <films.csv> [--new-only]   load films by spine: add new ones, update known ones
                                    (--new-only adds new spines and touches no other)
  grant <username or email>        make a person admin
  revoke <username or email>       take that back`

function readArguments(words: string[]): Command {
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { 'new-only': { type: 'boolean', default: false } },
  })
  const [name, subject, ...rest] = positionals
  if (!subject || rest.length > 0) throw new Refusal(USAGE)
  switch (name) {
    case 'import':
      return { name, file: subject, csv: readText(subject), newOnly: values['new-only'] }
    case 'grant':
    case 'revoke':
      return { name, who: subject }
    default:
      throw new Refusal(USAGE)
  }
}

function readText(file: string): string {
  try {
    // npm changes to the project's folder and says where the person is.
    return readFileSync(path.resolve(process.env.INIT_CWD ?? '.', file), 'utf8')
  } catch (error) {
    throw new Refusal(`${file} cannot be read (${(error as Error).message}).`)
  }
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
  const command = readArguments(process.argv.slice(2))
  const outcome = await carryOut(readConfig(process.env), command, bar.show)
  bar.end()
  console.log(outcome)
} catch (error) {
  bar.end()
  const isMisuse = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(isMisuse ? USAGE : error instanceof Refusal ? error.message : error)
  process.exitCode = 1
}
