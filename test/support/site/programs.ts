import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { ENVIRONMENT, FLAGS } from '../../../scripts/support/server-process.mjs'
import type { SiteSettings } from './test-database.ts'

/** What a program printed, and its exit code. */
export interface ProgramResult {
  code: number | null
  output: string
  errors: string
}

/** Runs one of the project's programs in a child process, with the server's flags, and waits for its end. */
export async function runProgram(words: string[], env: SiteSettings): Promise<ProgramResult> {
  const child = start(words, env)
  const printed = collectOutput(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...printed }
}

/**
 * Starts a server in a child process and waits until it responds. Rejects with what it printed if it ends before.
 * @param port a free one by default.
 */
export async function startSite(
  env: SiteSettings,
  port?: number,
  program = 'server/main.ts',
): Promise<{ url: string; child: ChildProcess; printed: Omit<ProgramResult, 'code'> }> {
  port ??= await freePort()
  const child = start([program], { ...env, PORT: String(port) })
  const printed = collectOutput(child)
  const url = `http://127.0.0.1:${port}`
  while (child.exitCode === null) {
    if (
      // A connection that stays open would delay the server's stop.
      await fetch(`${url}/health`, { headers: { connection: 'close' } }).then(
        (response) => response.ok,
        () => false,
      )
    )
      return { url, child, printed }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(printed.errors)
}

export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** A port below those that the system gives to connections and other servers, one of which could take it meanwhile. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  await new Promise((resolve) => server.close(resolve))
  return port
}

function start(words: string[], env: SiteSettings): ChildProcess {
  return spawn(process.execPath, [...FLAGS, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...ENVIRONMENT, LOG_LEVEL: 'error', ...env },
  })
}

function collectOutput(child: ChildProcess): { output: string; errors: string } {
  const printed = { output: '', errors: '' }
  child.stdout?.on('data', (text: Buffer) => {
    printed.output += text
  })
  child.stderr?.on('data', (text: Buffer) => {
    printed.errors += text
  })
  return printed
}
