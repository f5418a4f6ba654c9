import { strFromU8 } from 'fflate'

/** A file of a zip archive, as the archive describes it. */
export interface ZipEntry {
  name: string
  isDeflated: boolean
  crc: number
  /** The size of the content. */
  size: number
  /** The packed content. */
  packed: Uint8Array<ArrayBuffer>
}

const [END, ZIP64_LOCATOR, ZIP64_END, ENTRY, LOCAL] = [
  0x06054b50, 0x07064b50, 0x06064b50, 0x02014b50, 0x04034b50,
]
const END_LENGTH = 22
const LONGEST_COMMENT = 0xffff
const IN_ZIP64 = 0xffffffff

/**
 * Reads the central directory of a zip archive (PKWARE's APPNOTE 6.3, section 4.3). A file that is described twice, by
 * the directory and before its content, must be described alike.
 * @throws Error if the archive contradicts itself, is truncated, or has a password.
 */
export function zipEntries(bytes: Uint8Array<ArrayBuffer>): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { count, start, end } = directoryOf(view)
  const entries: (ZipEntry & { from: number; to: number })[] = []
  let at = start
  for (let index = 0; index < count; index++) {
    demand(view.getUint32(at, true) === ENTRY, 'an entry of the directory is missing')
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const extraEnd = nameEnd + view.getUint16(at + 30, true)
    const flags = view.getUint16(at + 8, true)
    const method = view.getUint16(at + 10, true)
    const crc = view.getUint32(at + 16, true)
    const [size, packedSize, from] = largeNumbers(view, nameEnd, extraEnd, [at + 24, at + 20, at + 42])
    demand((flags & 1) === 0, 'it has a password')
    demand(method === 0 || method === 8, 'its compression is unknown')
    const to = contentStart(view, from, { method, flags, crc, size, packedSize }) + packedSize
    demand(to <= start, 'its content is not where it says')
    const name = strFromU8(bytes.subarray(at + 46, nameEnd), (flags & 0x800) === 0)
    const packed = bytes.subarray(to - packedSize, to)
    entries.push({ name, isDeflated: method === 8, crc, size, packed, from, to })
    at = extraEnd + view.getUint16(at + 32, true)
  }
  demand(at === end, 'its directory has another length')
  const inOrder = entries.toSorted((a, b) => a.from - b.from)
  for (const [index, { from }] of inOrder.entries())
    demand((inOrder[index - 1]?.to ?? 0) <= from, 'files overlap')
  demand(new Set(entries.map(({ name }) => name)).size === count, 'a name occurs twice')
  return entries
}

/** Returns where the directory is, from the end of the archive. */
function directoryOf(view: DataView): { count: number; start: number; end: number } {
  const lowest = Math.max(0, view.byteLength - END_LENGTH - LONGEST_COMMENT)
  let at = view.byteLength - END_LENGTH
  while (at >= lowest && view.getUint32(at, true) !== END) at--
  demand(at >= lowest, 'it has no end')
  const short = {
    count: view.getUint16(at + 10, true),
    length: view.getUint32(at + 12, true),
    start: view.getUint32(at + 16, true),
  }
  if (at < 20 || view.getUint32(at - 20, true) !== ZIP64_LOCATOR) return within(short, at)
  const record = large(view, at - 12)
  demand(view.getUint32(record, true) === ZIP64_END, 'it has no end')
  return within(
    { count: large(view, record + 32), length: large(view, record + 40), start: large(view, record + 48) },
    record,
  )
}

function within({ count, length, start }: { count: number; length: number; start: number }, limit: number) {
  demand(start + length <= limit, 'its directory is not where it says')
  return { count, start, end: start + length }
}

/** Reads numbers of 32 bits. Those that do not fit are in the extra field instead, in the same order. */
function largeNumbers(view: DataView, from: number, to: number, positions: [number, number, number]) {
  let extra = from
  while (extra + 4 <= to && view.getUint16(extra, true) !== 1) extra += 4 + view.getUint16(extra + 2, true)
  let next = extra + 4
  return positions.map((position) => {
    const number = view.getUint32(position, true)
    if (number !== IN_ZIP64) return number
    demand(next + 8 <= to, 'a size is missing')
    next += 8
    return large(view, next - 8)
  }) as [number, number, number]
}

interface Described {
  method: number
  flags: number
  crc: number
  size: number
  packedSize: number
}

/** Compares the description before a file's content with the directory's. Returns where the content starts. */
function contentStart(
  view: DataView,
  at: number,
  { method, flags, crc, size, packedSize }: Described,
): number {
  demand(at + 30 <= view.byteLength && view.getUint32(at, true) === LOCAL, 'a file is not where it says')
  // With this flag the sizes follow the content, because they were not known before.
  const isLate = (flags & 8) !== 0
  const isAlike = (position: number, expected: number) =>
    isLate || [expected, IN_ZIP64].includes(view.getUint32(at + position, true))
  demand(
    view.getUint16(at + 8, true) === method &&
      isAlike(14, crc) &&
      isAlike(18, packedSize) &&
      isAlike(22, size),
    'a file is described in two ways',
  )
  return at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
}

function large(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(`The zip archive is damaged: ${otherwise}.`)
}
