import type { CatalogueIndex } from './match/catalogue-index.ts'
import { type MatchedFile, matchLists } from './match/match-lists.ts'
import { readParts } from './read/part.ts'
import { readLists } from './read/read-lists.ts'

export interface ReadFile extends MatchedFile {
  format: { id: string; name: string; remark?: string | undefined }
  /** The names of the files that were read: of one, or of those in an archive. */
  files: string[]
}

/**
 * Reads a file and finds its films.
 * @param as the id of a format, if the person has corrected it.
 * @throws Unreadable with a sentence for the person who chose the file.
 */
export async function readFile(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  index: CatalogueIndex,
  as?: string,
): Promise<ReadFile> {
  const parts = await readParts(bytes, name)
  const { format, lists } = readLists(parts, as)
  const { id, name: formatName, remark } = format
  return {
    format: { id, name: formatName, remark },
    files: parts.map((part) => part.name),
    ...matchLists(lists, index),
  }
}
