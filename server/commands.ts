import { existsSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')

/** An image of the site has no npm scripts, and is built before. */
const HAS_SCRIPTS = existsSync(path.join(ROOT, 'scripts/run.mjs'))

/** Returns the command line for a command of the operator, to be run in the folder of the site. */
export function adminCommand(words: string): string {
  return HAS_SCRIPTS ? `npm run admin -- ${words}` : `node scripts/admin.ts ${words}`
}

/** What the operator does if the web application is not built. */
export const BUILD = HAS_SCRIPTS ? 'run npm start, or npm run build' : 'build the image again'
