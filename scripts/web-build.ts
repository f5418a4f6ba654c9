import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const STAMP = path.join(ROOT, 'dist/.inputs')
const INPUTS = ['web', 'domain', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']

/** Builds the web application into dist/. Answers whether that succeeded; Vite has then said why not. */
export function buildWeb(): boolean {
  const inputs = digestOfInputs()
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status !== 0) return false
  writeFileSync(STAMP, inputs)
  return true
}

/** Builds unless dist/ was built from the very files there are. */
export function buildWebIfStale(): boolean {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digestOfInputs()) return true
  console.log('Building the web application …')
  return buildWeb()
}

function digestOfInputs(): string {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap((input) => files(path.join(ROOT, input)))) {
    hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file))
  }
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
  return hash.update(JSON.stringify(settings.sort())).digest('hex')
}

function files(place: string): string[] {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [place]
  return readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
