import { unzipSync, zipSync } from 'fflate'
import { Unreadable } from './unreadable.ts'

/** The files of a zip archive by their names. */
export type Archive = Record<string, Uint8Array<ArrayBuffer>>

/**
 * Unpacks the files that are wanted. What is within may be a thousand times the archive; a file gets the room that the
 * archive says it takes, and what does not fit is cut off.
 * @param most how many bytes all of it may have.
 */
export function unpack(
  packed: Uint8Array<ArrayBuffer>,
  isWanted: (name: string) => boolean,
  most: number,
): Archive {
  let left = most
  return unzipSync(packed, {
    filter({ name, originalSize }) {
      if (!isWanted(name)) return false
      left -= originalSize
      if (left < 0) {
        throw new Unreadable('The spreadsheet holds far more than formats. Save only their table, as CSV.')
      }
      return true
    },
  })
}

/** Packs files without making them smaller: whoever reads them need not inflate anything. */
export function store(archive: Archive): Uint8Array<ArrayBuffer> {
  return zipSync(archive, { level: 0 })
}
