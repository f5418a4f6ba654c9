import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Random } from '../../support/random.ts'
import type { DiskEvent } from './journal.ts'

/**
 * A disk with only the guarantees of POSIX: a file has the content of its last flush, and a name is in its folder only
 * after a flush of the folder. Later changes may have reached the disk or not: each page of 4 KiB independently, and
 * names in the order of their changes.
 */
export class Disk {
  readonly #root = new Folder()
  readonly #open = new Map<string, Node>()
  /** The numbers of writes and flushes. */
  writes = 0
  flushes = 0

  /** Returns a disk with the contents of a folder, all flushed. */
  static of(folder: string): Disk {
    const disk = new Disk()
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      const full = path.join(entry.parentPath, entry.name)
      const name = path.relative(folder, full)
      if (entry.isDirectory()) disk.#put(name, new Folder())
      if (!entry.isFile()) continue
      const file = new File()
      file.change({ position: 0, bytes: readFileSync(full) })
      disk.#put(name, file)
    }
    disk.#root.flushTree()
    return disk
  }

  apply(event: DiskEvent, bytes: Buffer): void {
    switch (event.did) {
      case 'create':
        this.#put(event.name, new File())
        break
      case 'create folder':
        this.#put(event.name, new Folder())
        break
      case 'remove':
        this.#folderOf(event.name).set(path.basename(event.name), undefined)
        break
      case 'rename':
        this.#put(event.to, this.#find(event.name))
        this.#folderOf(event.name).set(path.basename(event.name), undefined)
        break
      case 'open':
        this.#open.set(event.handle, this.#find(event.name))
        break
      case 'write':
        this.writes += 1
        this.#file(event.handle).change({ position: event.position, bytes })
        break
      case 'fill':
        this.#fileNamed(event.name).change({ position: 0, bytes })
        break
      case 'truncate':
        this.#fileNamed(event.name).change({ size: event.size })
        break
      case 'ftruncate':
        this.#file(event.handle).change({ size: event.size })
        break
      case 'flush':
        this.flushes += 1
        this.#open.get(event.handle)?.flush()
    }
  }

  /** Returns whether a file in a folder has unflushed writes. */
  hasUnflushed(name: string): boolean {
    const folder = this.#find(name)
    return folder instanceof Folder && folder.children().some((node) => node.isDirty)
  }

  /** Writes the state after a power cut: all flushed changes, and a random share of the others. */
  leaveAfterCut(target: string, reaches: number, random: Random): void {
    this.#root.survivor(reaches, random).save(target)
  }

  /** Writes the state of the running system: all changes, flushed or not. */
  leaveRunning(target: string): void {
    this.#root.save(target)
  }

  #put(name: string, node: Node): void {
    this.#folderOf(name).set(path.basename(name), node)
  }

  #folderOf(name: string): Folder {
    const folder = this.#find(path.dirname(name))
    if (folder instanceof Folder) return folder
    throw new Error(`${path.dirname(name)} is no folder.`)
  }

  #find(name: string): Node {
    const steps = name.split(path.sep).filter((step) => step !== '' && step !== '.')
    return steps.reduce<Node>((node, step) => {
      const next = node instanceof Folder ? node.get(step) : undefined
      if (!next) throw new Error(`${name} is unknown.`)
      return next
    }, this.#root)
  }

  #file(handle: string): File {
    const file = this.#open.get(handle)
    if (file instanceof File) return file
    throw new Error(`${handle} is no open file.`)
  }

  #fileNamed(name: string): File {
    const file = this.#find(name)
    if (file instanceof File) return file
    throw new Error(`${name} is no file.`)
  }
}

type Node = File | Folder

type Change = { position: number; bytes: Uint8Array } | { size: number }

const PAGE = 4096

class File {
  readonly #present = new Content()
  readonly #flushed = new Content()
  #unflushed: Change[] = []

  get isDirty(): boolean {
    return this.#unflushed.length > 0
  }

  change(change: Change): void {
    this.#present.apply(change)
    this.#unflushed.push(change)
  }

  flush(): void {
    for (const change of this.#unflushed) this.#flushed.apply(change)
    this.#unflushed = []
  }

  survivor(reaches: number, random: Random): File {
    const file = new File()
    file.#present.apply({ position: 0, bytes: this.#flushed.bytes })
    for (const change of this.#unflushed.flatMap(pagesOf)) {
      if (random.chance(reaches)) file.#present.apply(change)
    }
    return file
  }

  save(target: string): void {
    writeFileSync(target, this.#present.bytes)
  }
}

class Folder {
  readonly #present = new Map<string, Node>()
  readonly #flushed = new Map<string, Node>()
  #unflushed: [name: string, node: Node | undefined][] = []

  get isDirty(): boolean {
    return this.#unflushed.length > 0
  }

  get(name: string): Node | undefined {
    return this.#present.get(name)
  }

  children(): Node[] {
    return [...this.#present.values()]
  }

  set(name: string, node: Node | undefined): void {
    setOrDelete(this.#present, name, node)
    this.#unflushed.push([name, node])
  }

  flush(): void {
    for (const [name, node] of this.#unflushed) setOrDelete(this.#flushed, name, node)
    this.#unflushed = []
  }

  flushTree(): void {
    for (const child of this.children()) {
      if (child instanceof Folder) child.flushTree()
      else child.flush()
    }
    this.flush()
  }

  survivor(reaches: number, random: Random): Folder {
    const names = new Map(this.#flushed)
    for (const [name, node] of this.#unflushed) {
      if (!random.chance(reaches)) break
      setOrDelete(names, name, node)
    }
    const folder = new Folder()
    for (const [name, node] of names) folder.set(name, node.survivor(reaches, random))
    return folder
  }

  save(target: string): void {
    mkdirSync(target, { recursive: true, mode: 0o700 })
    for (const [name, node] of this.#present) node.save(path.join(target, name))
  }
}

/** A growing buffer. */
class Content {
  #room = Buffer.alloc(0)
  #size = 0

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size)
  }

  apply(change: Change): void {
    if ('size' in change) {
      this.#resize(change.size)
      return
    }
    this.#resize(Math.max(this.#size, change.position + change.bytes.length))
    this.#room.set(change.bytes, change.position)
  }

  #resize(size: number): void {
    if (size > this.#room.length) {
      const room = Buffer.alloc(Math.max(size, 2 * this.#room.length))
      room.set(this.bytes)
      this.#room = room
    }
    // A truncated part reads as zeros after the file grows again.
    if (size < this.#size) this.#room.fill(0, size, this.#size)
    this.#size = size
  }
}

function pagesOf(change: Change): Change[] {
  if ('size' in change) return [change]
  const pages: Change[] = []
  for (let start = 0; start < change.bytes.length; ) {
    const end = Math.min(change.bytes.length, start + PAGE - ((change.position + start) % PAGE))
    pages.push({ position: change.position + start, bytes: change.bytes.subarray(start, end) })
    start = end
  }
  return pages
}

function setOrDelete(names: Map<string, Node>, name: string, node: Node | undefined): void {
  if (node) names.set(name, node)
  else names.delete(name)
}
