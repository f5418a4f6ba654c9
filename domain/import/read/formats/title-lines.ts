import { withoutEdition } from '../../match/title-key.ts'
import type { ImportRow } from '../../row.ts'
import { guessMeaning } from '../meaning.ts'
import type { Part } from '../part.ts'
import { keysIn, readFormats, readMedium, readNumber, readYear } from '../values.ts'
import { fileName, type ImportFormat } from './format.ts'

/** The share of lines that have to be understood, so that a letter is not read as a list. */
const MIN_UNDERSTOOD = 0.6

/** A text with a film on each line: the printer-friendly list of Blu-ray.com, My Movies’ text, spines, links and ids. */
export const titleLines: ImportFormat = {
  id: 'lines',
  name: 'A list of titles',
  read: (parts) =>
    parts.flatMap((part) => {
      const rows = rowsOf(part)
      const understood = rows.filter(({ row }) => row !== undefined)
      if (understood.length === 0 || understood.length < MIN_UNDERSTOOD * rows.length) return []
      const name = fileName(part.name)
      return [
        {
          name,
          meaning: guessMeaning(name, 'owned'),
          rows: rows.map(({ line, row }) => ({
            line,
            ...(row ?? { unusable: 'the line names no year, format, spine, link or id' }),
          })),
        },
      ]
    }),
}

function rowsOf(part: Part): { line: number; row: Omit<ImportRow, 'line'> | undefined }[] {
  if (part.kind !== 'table') return []
  return part.records
    .map(({ line, cells }) => ({ line, text: cells.join(', ').trim() }))
    .filter(({ text }) => text !== '')
    .map(({ line, text }) => ({ line, row: readLine(text) }))
}

/** `12 Monkeys (1995) Blu-ray, DVD`, `Deadpool - Blu-ray, 2016`, `#33`, an address or an id. */
function readLine(text: string): Omit<ImportRow, 'line'> | undefined {
  const keys = keysIn(text)
  if (Object.values(keys).some((key) => key !== undefined)) return keys
  const spine = readNumber(/^(?:spine )?#?(\d{1,4})$/i.exec(text)?.[1] ?? '')
  if (spine !== undefined) return { spine }
  if (/^\d{11,13}$/.test(text)) return { title: text, unusable: 'a barcode says nothing about the film' }
  const [, title, note = '', disc = ''] =
    /^(.+?)\s*\(([^()]*\b(?:\d{4}|TV Series)[^()]*)\)(.*)$/i.exec(text) ?? []
  if (title !== undefined) {
    const series = /TV Series/i.test(`${note} ${title}`) ? { unusable: 'it is a series' } : {}
    return { title: withoutEdition(title), year: readYear(note), ...readMedium(disc.trim()), ...series }
  }
  const [, plain, format = '', year = ''] = /^(.+?) - (.+?),\s*(\d{4})$/.exec(text) ?? []
  const formats = readFormats(format)
  return plain !== undefined && formats
    ? { title: withoutEdition(plain), formats, year: readYear(year) }
    : undefined
}
