import { guessMeaning } from '../meaning.ts'
import type { Table } from '../table.ts'
import { keysIn, readRating, readYear, spineInNote } from '../values.ts'
import { fileName, type ImportFormat, rowOf, tableIn } from './format.ts'

/** Ratings, lists and the watchlist of IMDb, in their present and earlier columns. */
export const imdb: ImportFormat = {
  id: 'imdb',
  name: 'IMDb',
  remark: 'IMDb knows what you rated and listed, not what stands on your shelf.',
  read: (parts) =>
    parts.flatMap((part) => {
      const table = tableIn(part, ['const', 'title', 'titletype'])
      if (!table) return []
      const name = fileName(part.name)
      return [
        { name, meaning: isRatings(table) ? 'watched' : guessMeaning(name, 'owned'), rows: rowsOf(table) },
      ]
    }),
}

function isRatings({ columns }: Table): boolean {
  return columns.includes('daterated') && !columns.includes('position')
}

function rowsOf(table: Table) {
  return table.rows.map((row) =>
    rowOf(row, ({ cell, date }) => ({
      imdb: keysIn(cell('const')).imdb,
      title: cell('title'),
      otherTitle: cell('originaltitle'),
      year: readYear(cell('year')),
      director: cell('directors'),
      noteSpine: spineInNote(cell('description')),
      rating: readRating(cell('yourrating', 'yourated'), 10),
      watchedOn: date('daterated'),
    })),
  )
}
