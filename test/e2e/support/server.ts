import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ENVIRONMENT, FLAGS } from '../../../scripts/support/server-process.mjs'
import { runOnServer } from '../../../server/admin/socket.ts'

const SERVER = path.resolve(import.meta.dirname, '../../../server')

/** A server in a separate process, on a free port. */
export interface Server {
  url: string
  /** Gives a person the role admin or takes it away, as `npm run admin` does. */
  admin(name: 'grant' | 'revoke', who: string): Promise<unknown>
  /** Makes a link for a new password, as `npm run admin` does. */
  passwordLink(who: string): Promise<string>
  stop(): Promise<void>
}

/** Starts a server on a data folder and resolves when it listens; rejects with its output if it exits. */
export async function startServer(dataDir: string, settings: Record<string, string> = {}): Promise<Server> {
  // Not the whole environment, because a developer's settings must not change what is tested.
  const env = {
    ...ENVIRONMENT,
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    // Lets each sign-up of a test come from another client address.
    TRUST_PROXY: 'loopback',
  }
  const child = spawn(process.execPath, [...FLAGS, path.join(SERVER, 'main.ts')], {
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    output.push(line)
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
    if (!url) continue
    child.stdout.pipe(process.stdout)
    return {
      url,
      admin: (name, who) => runOnServer(dataDir, { name, who }, () => {}),
      async passwordLink(who) {
        const command = { name: 'password-link', who, siteUrl: url } as const
        const { sentence } = await runOnServer(dataDir, command, () => {})
        return sentence.split('\n').at(-1) ?? ''
      },
      async stop() {
        const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
        child.kill('SIGTERM')
        await ended
      },
    }
  }
  throw new Error(`The server exited without an address. ${output.join('\n')}`)
}
