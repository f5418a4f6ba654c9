// Runs scripts/<task>.ts on the Node that the project pins. Before that it installs the packages that are missing or
// differ from the lock file: those of the site for every task, and those of test/ for the tasks that need them. This is
// plain JavaScript, because it runs on the Node of the machine, which may be older than the pinned one.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ENVIRONMENT, FLAGS } from './support/server-process.mjs'

const root = path.resolve(import.meta.dirname, '..')
const pinnedNode = path.join(root, 'node_modules/node/bin/node')
const [task, ...words] = process.argv.slice(2)

const isServer = task === 'start'
const needsSiteOnly = ['start', 'dev', 'build', 'admin', 'types', 'test-start'].includes(task ?? '')

for (const folder of needsSiteOnly ? ['.'] : ['.', 'test']) if (!isInstalled(folder)) install(folder)
const child = spawn(
  pinnedNode,
  [...(isServer ? FLAGS : []), path.join(root, 'scripts', `${task}.ts`), ...words],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(isServer && ENVIRONMENT),
      PATH: `${path.dirname(pinnedNode)}${path.delimiter}${process.env.PATH}`,
    },
  },
)
// The child decides how to end; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm sends a signal only to its shell, which ends without passing it on. So the end of the shell counts as the signal.
const shell = process.ppid
const watch = setInterval(() => {
  if (!process.env.npm_lifecycle_event || process.ppid === shell) return
  // Only once, because a second signal ends a server without waiting for its requests.
  clearInterval(watch)
  child.kill('SIGTERM')
}, 500)
watch.unref()
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)
})

function isInstalled(folder) {
  const wanted = packages(path.join(folder, 'package-lock.json'))
  const present = packages(path.join(folder, 'node_modules/.package-lock.json'))
  // A package for another platform is in the lock file and not installed.
  return (
    existsSync(pinnedNode) &&
    Object.entries(wanted).every(
      ([name, { version, optional }]) =>
        name === '' || (present[name] ? present[name].version === version : optional),
    )
  )
}

function packages(lock) {
  try {
    return JSON.parse(readFileSync(path.join(root, lock), 'utf8')).packages
  } catch {
    return {}
  }
}

function install(folder) {
  console.log(folder === '.' ? 'Installing packages …' : `Installing packages of ${folder} …`)
  const npm = process.env.npm_execpath
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const cwd = path.join(root, folder)
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...words], { cwd, stdio: 'inherit' })
    : spawnSync('npm', words, { cwd, stdio: 'inherit', shell: true })
  if (status === 0 && isInstalled(folder)) return
  console.error(
    'The packages could not be installed; see above, check the connection to the npm registry, and run it again.',
  )
  process.exit(1)
}
