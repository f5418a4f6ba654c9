import { Unreadable } from './unreadable.ts'

/** What a zip archive holds, as PKWARE's APPNOTE describes it: as much of that as spreadsheets need. */
export type Archive = Map<string, Uint8Array<ArrayBuffer>>

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END_LENGTH = 22
const COMMENT_MAX = 0xffff
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

/**
 * Unpacks the files that are wanted. What is within may be a thousand times the archive, so it is counted while it
 * comes, whatever the archive says of it.
 * @param most how many bytes all of it may have.
 */
export async function unpack(
  packed: Uint8Array<ArrayBuffer>,
  isWanted: (name: string) => boolean,
  most: number,
): Promise<Archive> {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const archive: Archive = new Map()
  let left = most
  for (const entry of entries(packed, view)) {
    if (!isWanted(entry.name)) continue
    if (entry.flags & ENCRYPTED) throw new Unreadable('The spreadsheet has a password. Save it without one.')
    const start =
      entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true)
    const content = packed.subarray(start, start + entry.size)
    const unpacked = entry.method === STORED ? content : await inflate(content, entry.method, left)
    left -= unpacked.length
    archive.set(entry.name, unpacked)
  }
  return archive
}

function* entries(packed: Uint8Array<ArrayBuffer>, view: DataView) {
  let end = packed.length - END_LENGTH
  while (view.getUint32(end, true) !== END) {
    if (end === 0 || packed.length - end > END_LENGTH + COMMENT_MAX) throw new RangeError('no end')
    end--
  }
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (view.getUint32(at, true) !== CENTRAL) throw new RangeError('no entry')
    const nameLength = view.getUint16(at + 28, true)
    yield {
      name: new TextDecoder().decode(packed.subarray(at + 46, at + 46 + nameLength)),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
}

async function inflate(content: Uint8Array<ArrayBuffer>, method: number, most: number) {
  if (method !== DEFLATED) throw new RangeError('unknown method')
  const reader = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    size += value.length
    if (size > most) {
      reader.cancel().catch(() => {})
      throw new Unreadable('The spreadsheet holds far more than formats. Save only their table, as CSV.')
    }
    chunks.push(value)
  }
}

/** Packs files without making them smaller: whoever reads them need not inflate anything. */
export function store(archive: Archive): Blob {
  const files: BlobPart[] = []
  const directory: BlobPart[] = []
  let offset = 0
  let directoryLength = 0
  for (const [path, content] of archive) {
    const name = new TextEncoder().encode(path)
    const central = header(
      46,
      [4, CENTRAL],
      [2, 20],
      [2, 20],
      ...facts(name, content),
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    )
    files.push(header(30, [4, LOCAL], [2, 20], ...facts(name, content)), name, content)
    directory.push(central, name)
    offset += 30 + name.length + content.length
    directoryLength += 46 + name.length
  }
  const end = header(
    END_LENGTH,
    [4, END],
    [4, 0],
    [2, archive.size],
    [2, archive.size],
    [4, directoryLength],
    [4, offset],
  )
  return new Blob([...files, ...directory, end])
}

type Field = readonly [bytes: 2 | 4, value: number]

/** Flags, method, time, date, checksum (which nobody compares here), the two sizes, and two lengths. */
function facts(name: Uint8Array, content: Uint8Array): Field[] {
  return [
    [2, 0],
    [2, STORED],
    [4, 0],
    [4, 0],
    [4, content.length],
    [4, content.length],
    [2, name.length],
    [2, 0],
  ]
}

function header(length: number, ...fields: Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}
