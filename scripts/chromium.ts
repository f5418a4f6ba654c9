import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium, installed by the system's package manager where it is missing and that is possible. */
export function requireChromium(): string {
  const chromium = findChromium() ?? (installChromium() ? findChromium() : undefined)
  if (chromium) return chromium
  console.error(
    'The tests need Chromium, which was not found. Install it (Debian and Ubuntu: sudo apt-get install chromium), or set CHROMIUM to its path.',
  )
  process.exit(1)
}

/** The Chromium to use: the environment's, else the first that the system has. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = [
    process.env.CHROMIUM ?? '',
    ...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...MAC_APPLICATIONS,
  ]
  return candidates.find((candidate) => candidate !== '' && existsSync(candidate))
}

function installChromium(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log('Installing Chromium …')
  const apt = (...words: string[]) =>
    spawnSync('apt-get', words, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', 'chromium')
}
