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

/** The kernel's limit for the path of a socket, less the terminating zero, on the systems that have the lowest. */
const SOCKET_PATH_MAX = 103

/** What a server is asked: a command, or a file with everything in it. */
type Question = Command | { name: 'backup' }

/** Bytes travel in base64, in their order. */
type Message =
  | { progress: Progress }
  | { bytes: string }
  | { done: Outcome }
  | { refused: string }
  | { failed: string }

/** Where a server takes commands: in its data folder, or if its path is too long, in another only its owner enters. */
function socketPath(dataDir: string): string {
  const inside = path.join(dataDir, 'admin.sock')
  if (Buffer.byteLength(inside) <= SOCKET_PATH_MAX) return inside
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return path.join(tmpdir(), `criterion-tracker-${userInfo().uid}-${name}`, 'admin.sock')
}

/** Takes commands for the database this server holds. Call it only while holding the data folder's lock. */
export function serveAdminSocket(config: Site, db: Database): Promise<Server> {
  const { dataDir } = config
  const address = socketPath(dataDir)
  return listenAt(address, config, db).catch((error: Error) => {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      `DATA_DIR is ${dataDir}, whose socket for commands, ${address}, cannot be made (${error.message}); remove what is in its place, or name another folder.`,
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
  const server = createServer((socket) => answer(socket, config, db))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      chmodSync(address, 0o600)
      resolve(server)
    })
  })
}

/** Anyone may have made a folder of that name among the temporary ones. */
function requireOwnFolder(folder: string): void {
  const { uid, mode } = lstatSync(folder)
  if (uid === userInfo().uid && (mode & 0o77) === 0) return
  throw new Refusal(
    `${folder} is not this user’s alone; remove it, or set DATA_DIR to a folder with a shorter path.`,
  )
}

type Site = Pick<Config, 'dataDir' | 'version'>

async function answer(socket: Socket, site: Site, db: Database): Promise<void> {
  // A command whose asker has gone still runs to its end: it is all or nothing either way.
  socket.on('error', () => {})
  // Nor does an asker who says nothing keep a server from ending.
  socket.unref()
  const tell = (message: Message) => socket.write(`${JSON.stringify(message)}\n`)
  for await (const line of createInterface(socket)) {
    try {
      const question = JSON.parse(line) as Question
      const onProgress = (progress: Progress) => tell({ progress })
      const send = (file: string) => sendFile(socket, file)
      tell({
        done:
          question.name === 'backup'
            ? { sentence: await spoolBackup(db, site, onProgress, send) }
            : await runCommand(db, question, onProgress),
      })
    } catch (error) {
      const { message } = error as Error
      tell(error instanceof Refusal ? { refused: message } : { failed: message })
    }
    socket.end()
  }
}

/** At the pace of whoever reads it, unless they have gone. */
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
 * Has the running server of a data folder carry a command out.
 * @throws Refusal when the command is refused, or the server cannot be spoken to.
 */
export async function askServer(
  dataDir: string,
  question: Question,
  onProgress: (progress: Progress) => void,
  onBytes: (bytes: Buffer) => Promise<void> = async () => {},
): Promise<Outcome> {
  const socket = connect(socketPath(dataDir))
  await once(socket, 'connect').catch(() => {
    throw new Refusal(
      `DATA_DIR is ${dataDir}, which is in use by a process that takes no commands yet; try again in a moment.`,
    )
  })
  // A lost connection ends the lines below.
  socket.on('error', () => {})
  socket.write(`${JSON.stringify(question)}\n`)
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
  throw new Refusal('The server ended before the command did; see what it printed, and try again.')
}
