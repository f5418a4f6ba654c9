import { inflateSync, zipSync } from 'fflate'
import { crc32 } from './crc32.ts'
import { Unreadable } from './unreadable.ts'
import { type ZipEntry, zipEntries } from './zip-directory.ts'

/** The files of a zip archive, by name. */
export type Archive = Record<string, Uint8Array<ArrayBuffer>>

/**
 * Unpacks the wanted files. The content may be a thousand times as large as the archive, so no more is unpacked than the
 * archive declares.
 * @param maxBytes how many bytes the files may declare in all.
 * @throws Unreadable if the files are too large. @throws Error if the archive is damaged: a file that has another size or
 * checksum than declared is never returned in part.
 */
export function unpack(
  packed: Uint8Array<ArrayBuffer>,
  isWanted: (name: string) => boolean,
  maxBytes: number,
): Archive {
  const wanted = zipEntries(packed).filter(({ name }) => isWanted(name))
  if (wanted.reduce((sum, { size }) => sum + size, 0) > maxBytes) {
    throw new Unreadable('The file is too large when unpacked. Save only its table, as CSV.')
  }
  return Object.fromEntries(wanted.map((entry) => [entry.name, contentOf(entry)]))
}

function contentOf({ name, isDeflated, packed, size, crc }: ZipEntry): Uint8Array<ArrayBuffer> {
  // With room for one byte more, a content that is longer than declared has another size.
  const content = isDeflated ? inflateSync(packed, { out: new Uint8Array(size + 1) }) : packed.slice()
  if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged.`)
  return content
}

/** Packs files without compression, so that reading them needs no inflating. */
export function store(archive: Archive): Uint8Array<ArrayBuffer> {
  return zipSync(archive, { level: 0 })
}
