import fs from 'node:fs'
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { appendEvent, type DiskEvent, type Mark } from './journal.ts'

// Loaded into each process and thread of the server before other modules (node --import). It records in one journal, in
// the order of completion, all changes to a folder, all flushes, and the arrival of each request and the sending of its
// response. It changes nothing else, except that it shortens the intervals of housekeeping to the duration of a test.
const folder = process.env.RECORD_FOLDER ?? ''
const journal = fs.openSync(process.env.RECORD_JOURNAL ?? '', 'a')

const original = { ...fs }
const write = original.writeSync
const record = (event: DiskEvent | Mark, bytes?: Uint8Array) => appendEvent(write, journal, event, bytes)

const isOurs = (file: unknown): file is string =>
  typeof file === 'string' && (file === folder || file.startsWith(`${folder}${path.sep}`))
const nameOf = (file: string) => path.relative(folder, file)
/** The open files of this process. Threads share the descriptors, but each file is used in one thread. */
const open = new Map<number, string>()
const handle = (descriptor: number) => `${process.pid}:${descriptor}`

Object.assign(fs, {
  openSync(file: fs.PathLike, flags: fs.OpenMode = 'r', mode?: fs.Mode) {
    const isNew = isOurs(file) && !original.existsSync(file)
    const descriptor = original.openSync(file, flags, mode)
    if (isOurs(file)) {
      if (isNew) record({ did: 'create', name: nameOf(file) })
      if (cutsShort(flags)) record({ did: 'truncate', name: nameOf(file), size: 0 })
      open.set(descriptor, file)
      record({ did: 'open', handle: handle(descriptor), name: nameOf(file) })
    }
    return descriptor
  },
  closeSync(descriptor: number) {
    open.delete(descriptor)
    original.closeSync(descriptor)
  },
  writeSync(descriptor: number, ...rest: unknown[]) {
    const written = Reflect.apply(write, fs, [descriptor, ...rest]) as number
    if (open.has(descriptor)) {
      const [bytes, start, , position] = rest as [Uint8Array, number, number, number]
      if (typeof position !== 'number') throw new Error('Only writes at a position are recorded.')
      const whole = new Uint8Array(bytes.buffer, bytes.byteOffset + start, written)
      record({ did: 'write', handle: handle(descriptor), position }, whole)
    }
    return written
  },
  ftruncateSync(descriptor: number, size = 0) {
    original.ftruncateSync(descriptor, size)
    if (open.has(descriptor)) record({ did: 'ftruncate', handle: handle(descriptor), size })
  },
  truncateSync(file: string, size = 0) {
    original.truncateSync(file, size)
    if (isOurs(file)) record({ did: 'truncate', name: nameOf(file), size })
  },
  fsyncSync(descriptor: number) {
    original.fsyncSync(descriptor)
    // Recorded after the flush, because only a completed flush counts.
    if (open.has(descriptor)) record({ did: 'flush', handle: handle(descriptor) })
  },
  writeFileSync(file: fs.PathOrFileDescriptor, content: string | Uint8Array, options?: fs.WriteFileOptions) {
    const isNew = isOurs(file) && !original.existsSync(file)
    original.writeFileSync(file, content, options)
    if (!isOurs(file)) return
    if (isNew) record({ did: 'create', name: nameOf(file) })
    record({ did: 'truncate', name: nameOf(file), size: 0 })
    record({ did: 'fill', name: nameOf(file) }, Buffer.from(content))
  },
  mkdirSync(made: fs.PathLike, options?: fs.MakeDirectoryOptions) {
    const first = original.mkdirSync(made, options)
    if (!isOurs(made)) return first
    const from = options?.recursive ? first : made
    if (typeof from === 'string') {
      for (const each of chain(from, made)) record({ did: 'create folder', name: nameOf(each) })
    }
    return first
  },
  renameSync(from: string, to: string) {
    original.renameSync(from, to)
    if (isOurs(from)) record({ did: 'rename', name: nameOf(from), to: nameOf(to) })
  },
  unlinkSync(file: string) {
    original.unlinkSync(file)
    if (isOurs(file)) record({ did: 'remove', name: nameOf(file) })
  },
  rmdirSync(file: string) {
    original.rmdirSync(file)
    if (isOurs(file)) record({ did: 'remove', name: nameOf(file) })
  },
  rmSync(file: string, options?: fs.RmOptions) {
    const wasThere = original.existsSync(file)
    original.rmSync(file, options)
    if (isOurs(file) && wasThere) record({ did: 'remove', name: nameOf(file) })
  },
})
syncBuiltinESMExports()

function cutsShort(flags: fs.OpenMode): boolean {
  return typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : flags.startsWith('w')
}

/** Returns each folder from the first to the last, which is inside the first. */
function chain(first: string, last: string): string[] {
  return first === last ? [last] : [...chain(first, path.dirname(last)), last]
}

const { emit } = http.Server.prototype
http.Server.prototype.emit = function (event: string | symbol, ...rest: unknown[]) {
  const id = event === 'request' ? (rest[0] as http.IncomingMessage).headers['x-write'] : undefined
  if (typeof id === 'string') record({ asked: id })
  return Reflect.apply(emit, this, [event, ...rest]) as boolean
}

const { writeHead } = http.ServerResponse.prototype
http.ServerResponse.prototype.writeHead = function (...rest: unknown[]) {
  const id = this.req.headers['x-write']
  if (typeof id === 'string') record({ answered: id, status: Number(rest[0]) })
  return Reflect.apply(writeHead, this, rest) as http.ServerResponse
}

const HURRIED_MS = Number(process.env.RECORD_HURRY_MS)
const { setInterval: inTime } = globalThis
globalThis.setInterval = ((work: () => void, ms = 0, ...rest: unknown[]) =>
  inTime(work, ms >= 60_000 ? HURRIED_MS : ms, ...rest)) as typeof setInterval
