import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../contract/child.ts'

/** A PostgreSQL of a test's own, which may be killed. */
export interface Cluster {
  url: string
  start(): Promise<void>
  /** Ends all its processes at once, as the kernel or a power cut would. */
  kill(): Promise<void>
  /** Has it end connections and itself: in order (SIGINT, "fast") or as it is (SIGQUIT, "immediate"). */
  stop(how: 'SIGINT' | 'SIGQUIT'): Promise<void>
  remove(): Promise<void>
}

/** Where the server programs of the system's PostgreSQL are; undefined where there are none. */
export function postgresPrograms(): string | undefined {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  const elsewhere = (process.env.PATH ?? '').split(path.delimiter)
  return [...versions.map((version) => path.join(packaged, version, 'bin')), ...elsewhere].find((folder) =>
    existsSync(path.join(folder, 'initdb')),
  )
}

/** Makes a cluster that flushes, on a port of its own, and starts it. @param parent where its folder is made. */
export async function startCluster(programs: string, parent = tmpdir()): Promise<Cluster> {
  const folder = mkdtempSync(path.join(parent, 'criterion-cluster-'))
  const data = path.join(folder, 'db')
  const owner = ownerOf(folder)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  execFileSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...owner, cwd: folder, stdio: 'ignore' },
  )
  let postmaster: ChildProcess | undefined

  // Its children end with it.
  process.once('exit', () => postmaster?.kill('SIGKILL'))
  const cluster: Cluster = {
    url,
    async start() {
      const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=on']
      postmaster = spawn(
        path.join(programs, 'postgres'),
        ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
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
      // One that outlived the others would keep the next start from their memory.
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
  }
  await cluster.start()
  return cluster
}

/** Resolves once a process has ended, by itself before it was asked to, too. */
async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit')
}

/** PostgreSQL refuses to run as root; its packages make a user for it. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
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
    // The name in parentheses may hold anything; the state and the parent follow it.
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
