import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, createReadStream, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { type Command, type Outcome, runCommand } from './commands.ts'
import type { Progress } from './progress.ts'
import { clearSpool, spoolBackup } from './spool.ts'

/** The lowest limit of any system for the path of a socket, in bytes, without the terminating zero. */
const SOCKET_PATH_MAX = 103

/** A request to the server: a command, or a backup. */
type ServerCommand = Command | { name: 'backup' }

/** A message of the server. The bytes of a file are in base64, in their order. */
type Message =
  | { progress: Progress }
  | { bytes: string }
  | { done: Outcome }
  | { refused: string }
  | { failed: string }

/**
 * The socket for commands: in the data folder or, if that path is too long, in a folder that only its owner may open.
 */
function socketPath(dataDir: string): string {
  const inside = path.join(dataDir, 'admin.sock')
  if (Buffer.byteLength(inside) <= SOCKET_PATH_MAX) return inside
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return path.join(tmpdir(), `criterion-tracker-${userInfo().uid}-${name}`, 'admin.sock')
}

/** Accepts commands for the database of this server. Call it only while holding the data folder's lock. */
export function serveAdminSocket(config: Site, db: Database): Promise<Server> {
  const { dataDir } = config
  const address = socketPath(dataDir)
  return listenAt(address, config, db).catch((error: Error) => {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      `DATA_DIR is ${dataDir}, whose socket for commands, ${address}, cannot be made (${error.message}); remove the file there, or name another folder.`,
    )
  })
}

async function listenAt(address: string, config: Site, db: Database): Promise<Server> {
  const { dataDir } = config
  clearSpool(dataDir)
  const folder = path.dirname(address)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (folder !== dataDir) requireOwnFolder(folder)
  rmSync(address, { force: true })
  const server = createServer((socket) => runCommands(socket, config, db))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      chmodSync(address, 0o600)
      resolve(server)
    })
  })
}

/** Another user may have made a folder of that name in the system's temporary folder. */
function requireOwnFolder(folder: string): void {
  const { uid, mode } = lstatSync(folder)
  if (uid === userInfo().uid && (mode & 0o77) === 0) return
  throw new Refusal(
    `${folder} belongs to another user, or others may open it; remove it, or set DATA_DIR to a folder with a shorter path.`,
  )
}

type Site = Pick<Config, 'dataDir' | 'version'>

async function runCommands(socket: Socket, site: Site, db: Database): Promise<void> {
  // If the client disconnects, the command still runs to its end: it is a transaction in any case.
  socket.on('error', () => {})
  // A client that sends nothing must not keep the server from ending.
  socket.unref()
  const send = (message: Message) => socket.write(`${JSON.stringify(message)}\n`)
  for await (const line of createInterface(socket)) {
    try {
      const command = JSON.parse(line) as ServerCommand
      const onProgress = (progress: Progress) => send({ progress })
      const sendBackup = (file: string) => sendFile(socket, file)
      send({
        done:
          command.name === 'backup'
            ? { sentence: await spoolBackup(db, site, onProgress, sendBackup) }
            : await runCommand(db, command, onProgress),
      })
    } catch (error) {
      const { message } = error as Error
      send(error instanceof Refusal ? { refused: message } : { failed: message })
    }
    socket.end()
  }
}

/** Sends a file at the pace of the receiver, and stops if the receiver disconnects. */
async function sendFile(socket: Socket, file: string): Promise<void> {
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
    if (socket.destroyed) return
    const message: Message = { bytes: bytes.toString('base64') }
    if (socket.write(`${JSON.stringify(message)}\n`)) continue
    await new Promise<void>((resume) => {
      socket.once('drain', resume).once('close', resume)
    })
  }
}

/**
 * Runs a command in the running server of a data folder.
 * @throws Refusal if the command is refused, or the server does not accept the connection.
 */
export async function runOnServer(
  dataDir: string,
  command: ServerCommand,
  onProgress: (progress: Progress) => void,
  onBytes: (bytes: Buffer) => Promise<void> = async () => {},
): Promise<Outcome> {
  const socket = connect(socketPath(dataDir))
  await once(socket, 'connect').catch(() => {
    throw new Refusal(
      `DATA_DIR is ${dataDir}, which is in use by a process that accepts no commands yet; try again in a moment.`,
    )
  })
  // A lost connection ends the loop below.
  socket.on('error', () => {})
  socket.write(`${JSON.stringify(command)}\n`)
  try {
    for await (const line of createInterface(socket)) {
      const message = JSON.parse(line) as Message
      if ('progress' in message) onProgress(message.progress)
      if ('bytes' in message) await onBytes(Buffer.from(message.bytes, 'base64'))
      if ('done' in message) return message.done
      if ('refused' in message) throw new Refusal(message.refused)
      if ('failed' in message) throw new Error(message.failed)
    }
  } finally {
    socket.destroy()
  }
  throw new Refusal('The server ended before the command did; see its output, and try again.')
}
