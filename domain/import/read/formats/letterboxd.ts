import type { ImportList, ImportRow, Meaning } from '../../row.ts'
import { guessMeaning } from '../meaning.ts'
import type { Part } from '../part.ts'
import { type Table, tableWith } from '../table.ts'
import { keysIn, readFormats, readRating, readYear, spineInNote } from '../values.ts'
import { fileName, type ImportFormat, rowOf } from './format.ts'

const FILM = ['date', 'name', 'year', 'letterboxduri']

/** The account's export of Letterboxd: the archive, or any file of it. */
export const letterboxd: ImportFormat = {
  id: 'letterboxd',
  name: 'Letterboxd',
  remark: 'Letterboxd knows what you watched, not what stands on your shelf.',
  read: (parts) => {
    const files = parts.flatMap((part) => fileOf(part) ?? [])
    const codes = codesByFilm(files)
    return files.map((file) => listOf(file, codes))
  },
}

interface LetterboxdFile {
  name: string
  table: Table
  /** Of a list: what its own line says of it. */
  list?: { name: string; tags: string }
}

function fileOf(part: Part): LetterboxdFile | undefined {
  if (part.kind !== 'table') return undefined
  const films = tableWith(part.records, FILM)
  if (films) return { name: part.name, table: films }
  const [first, , about] = part.records
  const entries = tableWith(part.records, ['position', 'name', 'year', 'url'])
  if (!entries || !/^letterboxd list export/i.test(first?.cells[0] ?? '')) return undefined
  const [, name = '', tags = ''] = about?.cells ?? []
  return { name: part.name, table: entries, list: { name, tags } }
}

/** The addresses in a diary and in reviews are those of entries, not of films. */
function hasEntries({ columns }: Table): boolean {
  return columns.includes('watcheddate')
}

/** The code of each film of a diary by name and year, from the other files; none where two films share both. */
function codesByFilm(files: readonly LetterboxdFile[]): ReadonlyMap<string, string | undefined> {
  const codes = new Map<string, string | undefined>()
  if (!files.some(({ table }) => hasEntries(table))) return codes
  for (const { table } of files) {
    if (hasEntries(table)) continue
    for (const { cell } of table.rows) {
      const key = `${cell('name')} ${cell('year')}`
      const { letterboxd } = keysIn(cell('letterboxduri', 'url'))
      codes.set(key, codes.has(key) && codes.get(key) !== letterboxd ? undefined : letterboxd)
    }
  }
  return codes
}

function listOf(file: LetterboxdFile, codes: ReadonlyMap<string, string | undefined>): ImportList {
  const { table, list } = file
  const isDiary = hasEntries(table)
  const formats = list && readFormats(`${list.name},${list.tags}`)
  const rows = table.rows.map((row) =>
    rowOf(row, ({ cell, date }): Omit<ImportRow, 'line'> => {
      const title = cell('name')
      const film = isDiary
        ? codes.get(`${title} ${cell('year')}`)
        : keysIn(cell('letterboxduri', 'url')).letterboxd
      return {
        title,
        year: readYear(cell('year')),
        letterboxd: film,
        noteSpine: spineInNote(cell('description')),
        formats,
        rating: readRating(cell('rating'), 5),
        watchedOn: date('watcheddate'),
      }
    }),
  )
  return { name: list?.name || fileName(file.name), meaning: meaningOf(file, isDiary), rows }
}

function meaningOf({ name, table, list }: LetterboxdFile, isDiary: boolean): Meaning {
  if (list) return guessMeaning(`${list.name} ${list.tags}`, 'left')
  if (isDiary || table.columns.includes('rating')) return 'watched'
  // Its header is the same as that of watched.csv.
  if (/(^|\/)likes\//.test(name)) return 'left'
  return guessMeaning(fileName(name), 'watched')
}
