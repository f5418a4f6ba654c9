import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { ENVIRONMENT, FLAGS } from '../../../scripts/support/server-process.mjs'
import type { SiteSettings } from './test-database.ts'

/** A server in a child process, which a test may kill at any moment. */
export interface SiteProcess {
  url: string
  child: ChildProcess
  /** The start of the process, in ms of `performance.now()`. */
  startedAt: number
  /** Resolves with the ms since the start when the server responds; rejects with its errors if it ends before. */
  ready(): Promise<number>
  /** Resolves when the process has ended. */
  kill(): Promise<void>
}

export function startSiteProcess(port: number, env: SiteSettings): SiteProcess {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...FLAGS, 'server/main.ts'], {
    cwd: new URL('../../..', import.meta.url),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...withoutDatabases(), ...ENVIRONMENT, LOG_LEVEL: 'fatal', ...env, PORT: String(port) },
  })
  // A stopped test stops its servers.
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  child.once('exit', () => process.off('exit', stop))
  let errors = ''
  child.stderr?.on('data', (text: Buffer) => {
    errors += text
  })
  const url = `http://127.0.0.1:${port}`
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  return {
    url,
    child,
    startedAt,
    async ready() {
      while (!isGone()) {
        if (await isHealthy(url)) return performance.now() - startedAt
        await after(10)
      }
      throw new Error(`The server ended before it responded: ${errors || child.signalCode || child.exitCode}`)
    },
    async kill() {
      if (isGone()) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok
  } catch {
    return false
  }
}

/** Removes settings of the tests' own environment, which would lead these servers to other databases. */
function withoutDatabases(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, DATA_DIR: __, ...rest } = process.env
  return rest
}
