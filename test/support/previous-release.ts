import { execFileSync } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const MIGRATIONS = 'supabase/migrations'

/** The migrations of one release share their first eight digits (see supabase/CONVENTIONS.md). */
const RELEASE_DIGITS = 8

/** The commit of the previous release, and the migrations added since. */
export interface PreviousRelease {
  commit: string
  newMigrations: string[]
}

/** Returns the last commit of the server before the first of the newest migrations, or the reason why it is missing. */
export function findPreviousRelease(): PreviousRelease | { missing: string } {
  const files = readdirSync(path.join(ROOT, MIGRATIONS)).sort()
  const release = files.at(-1)?.slice(0, RELEASE_DIGITS) ?? ''
  const newMigrations = files.filter((file) => file.startsWith(release))
  if (newMigrations.length === files.length) return { missing: 'this is the first release' }
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'true') return { missing: 'the history is cut short' }
    const paths = newMigrations.map((file) => `${MIGRATIONS}/${file}`)
    const [first] = git('log', '--diff-filter=A', '--reverse', '--format=%H', '--', ...paths).split('\n')
    // Data of the next release may have been committed ahead of its migrations.
    return { commit: git('rev-list', '-1', first ? `${first}^` : 'HEAD', '--', 'server'), newMigrations }
  } catch (error) {
    return { missing: `there is no history (${(error as Error).message.split('\n')[0]})` }
  }
}

/** Exports a commit into a folder, with this folder's packages and pages. Returns the path of its server. */
export function checkOut(commit: string, folder: string): string {
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 256 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  for (const name of ['node_modules', 'dist']) symlinkSync(path.join(ROOT, name), path.join(folder, name))
  return path.join(folder, 'server/main.ts')
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}
