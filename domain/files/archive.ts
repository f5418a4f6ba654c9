import { unzipSync, zipSync } from 'fflate'
import { Unreadable } from './unreadable.ts'

/** The files of a zip archive, by name. */
export type Archive = Record<string, Uint8Array<ArrayBuffer>>

/**
 * Unpacks the wanted files. The content may be a thousand times as large as the archive, so a file gets only the size
 * that the archive declares, and the rest is cut off.
 * @param maxBytes how many bytes the files may declare in all.
 */
export function unpack(
  packed: Uint8Array<ArrayBuffer>,
  isWanted: (name: string) => boolean,
  maxBytes: number,
): Archive {
  let left = maxBytes
  return unzipSync(packed, {
    filter({ name, originalSize }) {
      if (!isWanted(name)) return false
      left -= originalSize
      if (left < 0) {
        throw new Unreadable('The file is too large when unpacked. Save only its table, as CSV.')
      }
      return true
    },
  })
}

/** Packs files without compression, so that reading them needs no inflating. */
export function store(archive: Archive): Uint8Array<ArrayBuffer> {
  return zipSync(archive, { level: 0 })
}
