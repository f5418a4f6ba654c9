import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { postgresPrograms } from './postgres-programs.ts'
import { freePort } from './programs.ts'
import type { SiteSettings } from './test-database.ts'

/** A separate PostgreSQL server, which a test may kill. */
export interface Cluster {
  url: string
  /** The settings of a site on it. */
  env: SiteSettings & { DATABASE_URL: string }
  /** @param more settings in addition. */
  start(more?: string[]): Promise<void>
  /** Kills all its processes at once, as the kernel or a power cut does. */
  kill(): Promise<void>
  /** Stops it with a fast (SIGINT) or an immediate (SIGQUIT) shutdown. */
  stop(how: 'SIGINT' | 'SIGQUIT'): Promise<void>
  remove(): Promise<void>
  /** Adds a file of settings, as an `include` at the end of `postgresql.conf` does. They apply from the next start. */
  include(file: string): void
  /** Creates a standby of this server, which has to be stopped, from a copy of its files. It is not started. */
  copyAsStandby(): Promise<Cluster>
}

/**
 * Creates a cluster and starts it on a free port.
 * @param parent the folder in which its folder is created.
 * @param settings of the server. `fsync=off` is for tests that cut no power.
 */
export async function startCluster(parent = tmpdir(), settings: string[] = []): Promise<Cluster> {
  const { initdb } = await postgresPrograms()
  const folder = mkdtempSync(path.join(parent, 'criterion-cluster-'))
  const owner = ownerOf(folder)
  execFileSync(
    initdb,
    [
      ...['-D', path.join(folder, 'db'), '-A', 'trust', '-U', 'postgres'],
      ...['-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    ],
    { ...owner, cwd: folder, stdio: 'ignore' },
  )
  const cluster = await clusterIn(folder, owner, settings)
  await cluster.start()
  return cluster
}

async function clusterIn(folder: string, owner: Owner, settings: string[]): Promise<Cluster> {
  const { postgres } = await postgresPrograms()
  const data = path.join(folder, 'db')
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let postmaster: ChildProcess | undefined

  // PostgreSQL's child processes end with the postmaster.
  process.once('exit', () => postmaster?.kill('SIGKILL'))
  const cluster: Cluster = {
    url,
    env: { DATABASE_URL: url, DATA_DIR: path.join(folder, 'site') },
    async start(more = []) {
      const all = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings, ...more]
      postmaster = spawn(
        postgres,
        ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])],
        { ...owner, cwd: folder, stdio: 'ignore' },
      )
      await reachable(url, postmaster)
    },
    async kill() {
      const pid = postmaster?.pid
      if (!postmaster || pid === undefined) return
      const children = childrenOf(pid)
      const gone = ended(postmaster)
      for (const each of [pid, ...children]) killIfThere(each)
      await gone
      // A surviving child would keep the shared memory in use and block the next start.
      while (children.some((child) => existsSync(`/proc/${child}`))) await after(5)
      postmaster = undefined
    },
    async stop(how) {
      if (!postmaster) return
      const gone = ended(postmaster)
      postmaster.kill(how)
      await gone
      postmaster = undefined
    },
    async remove() {
      await cluster.kill()
      rmSync(folder, { recursive: true, force: true })
    },
    include(file) {
      appendFileSync(path.join(data, 'postgresql.conf'), readFileSync(file))
    },
    async copyAsStandby() {
      const copy = mkdtempSync(path.join(path.dirname(folder), 'criterion-standby-'))
      const copyOwner = ownerOf(copy)
      execFileSync('cp', ['-a', data, path.join(copy, 'db')])
      writeFileSync(path.join(copy, 'db/standby.signal'), '')
      const from = `primary_conninfo=host=127.0.0.1 port=${port} user=postgres application_name=standby`
      return clusterIn(copy, copyOwner, [...settings, from])
    },
  }
  return cluster
}

/** Resolves when a process has ended, at once if it already has. */
async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit')
}

interface Owner {
  uid?: number
  gid?: number
}

/** PostgreSQL refuses to run as root; every system has the user `nobody`. */
function ownerOf(folder: string): Owner {
  if (process.getuid?.() !== 0) return {}
  const id = (kind: string) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }))
  const owner = { uid: id('-u'), gid: id('-g') }
  chownSync(folder, owner.uid, owner.gid)
  return owner
}

async function reachable(url: string, postmaster: ChildProcess): Promise<void> {
  while (postmaster.exitCode === null) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await after(20)
    }
  }
  throw new Error(`PostgreSQL ended with ${postmaster.exitCode}.`)
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  try {
    // The name in parentheses may contain any character; the state and the parent follow it.
    const [, , parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.split(' ') ?? []
    return Number(parent)
  } catch {
    return undefined
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
