import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const STAMP = path.join(ROOT, 'dist/.inputs')
const INPUTS = [
  'web',
  'domain',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/support/build-service-worker.ts',
  'scripts/support/licences.ts',
  'package-lock.json',
]

/** What is built for the server: the code that renders pages, and the design of pictures. */
const FOR_SERVER = ['web/app/render.tsx', 'web/pictures/pictures.ts']

/**
 * Builds the web application into dist/ and what the server loads into dist/server/. Returns whether that succeeded; if
 * not, Vite has reported the reason.
 */
export function buildWeb(): boolean {
  const inputs = digestOfInputs()
  const server = ['--outDir', 'dist/server', '--emptyOutDir', 'false']
  // Each is complete in itself, so that the start loads nothing of the pictures.
  if (!viteBuild() || !FOR_SERVER.every((entry) => viteBuild(['--ssr', entry, ...server]))) return false
  writeFileSync(STAMP, inputs)
  return true
}

/** Builds a static site for a backend elsewhere into another folder. Returns whether that succeeded. */
export function buildStaticSite(outDir: string, backend: { url: string; key: string }): boolean {
  return viteBuild(['--outDir', outDir, '--emptyOutDir'], {
    VITE_SUPABASE_URL: backend.url,
    VITE_SUPABASE_PUBLISHABLE_KEY: backend.key,
  })
}

function viteBuild(args: string[] = [], settings: Record<string, string> = {}): boolean {
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    // A test runner sets another NODE_ENV, with which Vite would bundle React's development build.
    env: { ...process.env, NODE_ENV: 'production', ...settings },
  })
  return status === 0
}

/** Builds the web application unless dist/ was built from the current files. */
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

function files(file: string): string[] {
  if (!existsSync(file)) return []
  if (statSync(file).isFile()) return [file]
  return readdirSync(file, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
