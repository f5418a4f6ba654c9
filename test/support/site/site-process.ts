import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { ENVIRONMENT, FLAGS } from '../../../scripts/server-process.mjs'

/** The product in a process of its own, which may be killed at any moment. */
export interface SiteProcess {
  url: string
  child: ChildProcess
  /** When the process was started, as `performance.now()` has it. */
  startedAt: number
  /** Resolves once the server answers, with the ms since its start; rejects with what it said where it ends instead. */
  ready(): Promise<number>
  /** Resolves when the process is gone. */
  kill(): Promise<void>
}

export function startSiteProcess(port: number, env: Record<string, string>): SiteProcess {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...FLAGS, 'server/main.ts'], {
    cwd: new URL('../../..', import.meta.url),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...withoutDatabases(), ...ENVIRONMENT, LOG_LEVEL: 'fatal', ...env, PORT: String(port) },
  })
  // Whoever stops the test stops its servers.
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
        if (await answers(url)) return performance.now() - startedAt
        await after(10)
      }
      throw new Error(`The server ended before it answered: ${errors || child.signalCode || child.exitCode}`)
    },
    async kill() {
      if (isGone()) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok
  } catch {
    return false
  }
}

/** What is set for the tests, or for the product itself, must not lead these servers elsewhere. */
function withoutDatabases(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, DATA_DIR: __, ...rest } = process.env
  return rest
}
