import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from './programs.ts'

/** A PgBouncer in transaction mode. */
export interface Pooler {
  /** Returns the address of a database of its server, through the pooler. */
  through(url: string): string
  stop(): Promise<void>
}

/**
 * Starts a PgBouncer before a PostgreSQL server, with the settings of deploy/pgbouncer.ini and the address and account of
 * the server.
 * @param server the address of a database on the server, with the account that the pooler uses.
 * @param connections how many connections to each database of the server it may open.
 */
export async function startPgBouncer(server: string, connections: number): Promise<Pooler> {
  const program = requirePgBouncer()
  const folder = mkdtempSync(path.join(tmpdir(), 'criterion-pooler-'))
  const port = await freePort()
  const { hostname, port: serverPort, username, password } = new URL(server)
  const file = (name: string, lines: string[]) => {
    writeFileSync(path.join(folder, name), lines.map((line) => `${line}\n`).join(''))
    return path.join(folder, name)
  }
  const accounts = file('accounts.txt', [`"${username}" "${decodeURIComponent(password)}"`])
  const settings = file('pgbouncer.ini', [
    readFileSync('deploy/pgbouncer.ini', 'utf8').replace(
      /^films = .*$/m,
      `* = host=${hostname} port=${serverPort || 5432}`,
    ),
    // These continue the last section, in which a later value replaces an earlier one.
    `listen_port = ${port}`,
    'auth_type = trust',
    `auth_file = ${accounts}`,
    `default_pool_size = ${connections}`,
    'unix_socket_dir =',
  ])
  if (process.getuid?.() === 0)
    for (const owned of [folder, accounts, settings]) chownSync(owned, ...nobody())
  const owner = process.getuid?.() === 0 ? { uid: nobody()[0], gid: nobody()[1] } : {}
  const pooler = spawn(program, ['-q', settings], { ...owner, cwd: folder, stdio: 'ignore' })
  process.once('exit', () => pooler.kill('SIGKILL'))
  await reachable(port, pooler)
  return {
    through(url) {
      const pooled = new URL(url)
      pooled.host = `127.0.0.1:${port}`
      return pooled.href
    },
    async stop() {
      const ended = once(pooler, 'exit')
      pooler.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const PROGRAM = '/usr/sbin/pgbouncer'

/** Installs PgBouncer where that is possible, as `npm test` does with Chromium. */
function requirePgBouncer(): string {
  if (!existsSync(PROGRAM) && process.getuid?.() === 0) {
    for (const words of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'],
    ])
      spawnSync('apt-get', words, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  if (existsSync(PROGRAM)) return PROGRAM
  throw new Error(`These tests need ${PROGRAM}. On Debian and Ubuntu: sudo apt-get install pgbouncer`)
}

/** PgBouncer refuses to run as root. */
function nobody(): [uid: number, gid: number] {
  const id = (kind: string) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }))
  return [id('-u'), id('-g')]
}

async function reachable(port: number, pooler: ChildProcess): Promise<void> {
  while (pooler.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const opened = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (opened) return
    await after(20)
  }
  throw new Error(`PgBouncer ended with ${pooler.exitCode}.`)
}
