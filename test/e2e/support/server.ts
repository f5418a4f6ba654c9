import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { ENVIRONMENT, FLAGS } from '../../../scripts/server-process.mjs'

const SERVER = path.resolve(import.meta.dirname, '../../../server')

/** The product as people run it: a process of its own, on a port of its own. */
export interface Server {
  url: string
  /** Does what its owner does on the command line; rejects with what that said. */
  admin(...words: string[]): Promise<unknown>
  stop(): Promise<void>
}

/** Starts it on a data folder and resolves once it answers; rejects with what it said when it ends instead. */
export async function startServer(dataDir: string, settings: Record<string, string> = {}): Promise<Server> {
  // Only what it needs: a developer's settings must not change what is tested.
  const env = {
    ...ENVIRONMENT,
    ...{ PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' },
    // So that those who sign up for a test may come from addresses of their own.
    TRUST_PROXY: 'loopback',
  }
  const child = spawn(process.execPath, [...FLAGS, path.join(SERVER, 'main.ts')], {
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
    if (!url) continue
    child.stdout.pipe(process.stdout)
    return {
      url,
      admin: (...words) =>
        promisify(execFile)(process.execPath, [path.join(SERVER, 'cli/main.ts'), ...words], { env }),
      async stop() {
        const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
        child.kill('SIGTERM')
        await ended
      },
    }
  }
  throw new Error(`The server ended without an address. ${said.join('\n')}`)
}
