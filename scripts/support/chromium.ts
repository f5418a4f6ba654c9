import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Chromium without its window: the same pages take two thirds of the processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell'

const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns the path of a browser for tests. If there is none, tries to install one with apt-get; exits if that fails. */
export function requireTestBrowser(): string {
  const chromium = findTestBrowser() ?? (installChromium() ? findTestBrowser() : undefined)
  if (chromium) return chromium
  console.error(
    'The tests need Chromium, which was not found. Install it (on Debian and Ubuntu: sudo apt-get install chromium) or set CHROMIUM to its path.',
  )
  process.exit(1)
}

/** Returns the path of the browser in the environment variable CHROMIUM, or of the first that suits tests. */
export function findTestBrowser(): string | undefined {
  return findChromium([HEADLESS_SHELL, ...NAMES])
}

/** Returns the path of the browser in the environment variable CHROMIUM, or of the first Chromium on the system. */
export function findChromium(names = NAMES): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = [
    process.env.CHROMIUM ?? '',
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...MAC_APPLICATIONS,
  ]
  return candidates.find((candidate) => candidate !== '' && existsSync(candidate))
}

function installChromium(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log('Installing Chromium …')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  const install = (name: string) => apt('install', '-y', '-qq', '--no-install-recommends', name)
  // Older distributions do not have the headless shell.
  return apt('update', '-qq') && (install(HEADLESS_SHELL) || install('chromium'))
}
