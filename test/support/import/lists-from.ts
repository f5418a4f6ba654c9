import { strToU8 } from 'fflate'
import { readParts } from '../../../domain/import/read/part.ts'
import { readLists } from '../../../domain/import/read/read-lists.ts'
import type { ImportRow } from '../../../domain/import/row.ts'

/** Reads a text as a file of that name. Fields that a row does not have are left out. */
export async function listsFrom(name: string, text: string | Uint8Array<ArrayBuffer>, as?: string) {
  const bytes = typeof text === 'string' ? strToU8(text) : text
  const { format, lists } = readLists(await readParts(bytes, name), as)
  return {
    format: format.id,
    lists: lists.map(({ rows, ...list }) => ({ ...list, rows: rows.map(withoutEmpty) })),
  }
}

function withoutEmpty(row: ImportRow): object {
  return JSON.parse(JSON.stringify(row, (_, value) => (value === '' ? undefined : value)))
}
