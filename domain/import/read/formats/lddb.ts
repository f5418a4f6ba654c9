import { withoutEdition } from '../../match/title-key.ts'
import { guessMeaning } from '../meaning.ts'
import { readYear } from '../values.ts'
import { fileName, type ImportFormat, rowOf, tableIn } from './format.ts'

/** Columns that a table of another source with an id and a title would have. */
const OTHERS = ['spine', 'const', 'imdbid', 'tmdbid', 'director', 'format', 'url', 'type']

/** The collection of the LaserDisc Database: tab-separated, a number and a title. Every row is a LaserDisc. */
export const lddb: ImportFormat = {
  id: 'lddb',
  name: 'LDDB',
  read: (parts) =>
    parts.flatMap((part) => {
      const table = tableIn(part, ['id', 'title'])
      if (!table || OTHERS.some((name) => table.columns.includes(name))) return []
      const name = fileName(part.name)
      const rows = table.rows.map((row) =>
        rowOf(row, ({ cell }) => {
          const [, title, year] = /^(.*?)\s*\((\d{4})\)/.exec(cell('title')) ?? [
            undefined,
            cell('title'),
            cell('year'),
          ]
          return {
            title: withoutEdition((title ?? '').replace(/\s*\[[^\]]*\]$/, '')),
            year: readYear(year ?? ''),
            formats: ['laserdisc'] as const,
          }
        }),
      )
      return [{ name, meaning: guessMeaning(name, 'owned'), rows }]
    }),
}
