import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { ENVIRONMENT, FLAGS } from '../../../scripts/server-process.mjs'

/** What a program said until it ended. */
export interface Outcome {
  code: number | null
  output: string
  errors: string
}

/** Runs a program of the project in a process of its own, as a server is run, until it ends. */
export async function runToEnd(words: string[], env: Record<string, string>): Promise<Outcome> {
  const child = start(words, env)
  const said = listenTo(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}

/**
 * Starts a server and waits until it answers, with what it says meanwhile; rejects with that where it ends instead.
 * @param port one of its own by default.
 */
export async function startSite(
  env: Record<string, string>,
  port?: number,
  program = 'server/main.ts',
): Promise<{ url: string; child: ChildProcess; said: Omit<Outcome, 'code'> }> {
  port ??= await freePort()
  const child = start([program], { ...env, PORT: String(port) })
  const said = listenTo(child)
  const url = `http://127.0.0.1:${port}`
  while (child.exitCode === null) {
    if (
      // A connection that stays open would hold up the end.
      await fetch(`${url}/health`, { headers: { connection: 'close' } }).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return { url, child, said }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(said.errors)
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function start(words: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [...FLAGS, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...ENVIRONMENT, LOG_LEVEL: 'error', ...env },
  })
}

function listenTo(child: ChildProcess): { output: string; errors: string } {
  const said = { output: '', errors: '' }
  child.stdout?.on('data', (text: Buffer) => {
    said.output += text
  })
  child.stderr?.on('data', (text: Buffer) => {
    said.errors += text
  })
  return said
}
