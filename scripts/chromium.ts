import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns the path of a Chromium. If there is none, tries to install one with apt-get; exits if that fails. */
export function requireChromium(): string {
  const chromium = findChromium() ?? (installChromium() ? findChromium() : undefined)
  if (chromium) return chromium
  console.error(
    'The tests need Chromium, which was not found. Install it (on Debian and Ubuntu: sudo apt-get install chromium) or set CHROMIUM to its path.',
  )
  process.exit(1)
}

/** Returns the path of the Chromium in the environment variable CHROMIUM, or of the first on the system. */
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
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', 'chromium')
}
