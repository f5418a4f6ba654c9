import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { ENVIRONMENT, FLAGS } from '../../scripts/support/server-process.mjs'
import { freePort } from '../support/site/programs.ts'

export interface Running {
  url: string
  /** The ms from the start of the process to the first page. */
  startedAfter: number
  residentMb: () => number
  /** The CPU time so far, in ms, in steps of 10. */
  cpuMs: () => number
  stop: () => Promise<void>
  /** Ends it without waiting for its requests. */
  kill: () => Promise<void>
}

/** Starts the server in a child process and waits for its first page. */
export async function startProduct(env: Record<string, string>): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = performance.now()
  const child = spawn(process.execPath, [...FLAGS, 'server/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // The default folder of automatic backups is in the checkout.
    env: {
      ...process.env,
      ...ENVIRONMENT,
      LOG_LEVEL: 'error',
      BACKUP_DIR: 'none',
      ...env,
      PORT: String(port),
    },
  })
  await firstPage(url, child)
  return {
    url,
    startedAfter: performance.now() - start,
    residentMb: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1024,
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    stop: () => stop(child),
    kill: () => stop(child, 'SIGKILL'),
  }
}

/** Returns utime and stime (see proc_pid_stat(5)), counted after the name, which may contain spaces. */
function cpuMsOf(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (.*)/s)
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) * 10
}

export async function publicKey(url: string): Promise<string> {
  const response = await fetch(`${url}/config.json`)
  return ((await response.json()) as { supabaseKey: string }).supabaseKey
}

/** Starts a module of rivals/ in a child process, which receives one task at a time and returns one message for each. */
export function startPeer(module: string, env: Record<string, string>, flags: readonly string[] = []) {
  const program = new URL(`./rivals/${module}.ts`, import.meta.url)
  const child = spawn(process.execPath, [...flags, program.pathname], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  return {
    async ask<T>(task: unknown): Promise<T> {
      child.send(task as object)
      const replied = new AbortController()
      const ended = once(child, 'exit', { signal: replied.signal }).then(() => {
        throw new Error(`${module} has ended`)
      })
      const [reply] = await Promise.race([once(child, 'message', { signal: replied.signal }), ended])
      ended.catch(() => {})
      replied.abort()
      return reply as T
    },
    stop: () => stop(child),
  }
}

async function firstPage(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('The server did not start.')
    try {
      const page = await fetch(url)
      if (page.ok && (await page.text()) !== '') return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
