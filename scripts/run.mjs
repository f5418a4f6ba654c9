// Runs scripts/<task>.ts on the Node that the project pins, installing the project's packages first where they are
// missing or other than the lock says. Plain JavaScript, because whichever Node is at hand runs it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ENVIRONMENT, FLAGS } from './server-process.mjs'

const root = path.resolve(import.meta.dirname, '..')
const pinnedNode = path.join(root, 'node_modules/node/bin/node')
const [task, ...words] = process.argv.slice(2)

const isServer = task === 'start'

if (!isInstalled()) install()
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
// npm hands a signal to its shell only, which ends without handing it on: its end then stands for the signal.
const shell = process.ppid
const watch = setInterval(() => {
  if (!process.env.npm_lifecycle_event || process.ppid === shell) return
  // Once: a second signal ends a server at once.
  clearInterval(watch)
  child.kill('SIGTERM')
}, 500)
watch.unref()
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)
})

function isInstalled() {
  if (!existsSync(pinnedNode)) return false
  const wanted = packages('package-lock.json')
  const present = packages('node_modules/.package-lock.json')
  // A package for another platform is in the lock and rightly absent here.
  return Object.entries(wanted).every(
    ([name, { version, optional }]) =>
      name === '' || (present[name] ? present[name].version === version : optional),
  )
}

function packages(lock) {
  try {
    return JSON.parse(readFileSync(path.join(root, lock), 'utf8')).packages
  } catch {
    return {}
  }
}

function install() {
  console.log('Installing packages …')
  const npm = process.env.npm_execpath
  const flags = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...flags], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', flags, { cwd: root, stdio: 'inherit', shell: true })
  if (status === 0 && existsSync(pinnedNode)) return
  console.error(
    'The packages could not be installed; see above, check the connection to the npm registry, and run it again.',
  )
  process.exit(1)
}
