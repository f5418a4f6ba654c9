import { keysIn, readNumber, readRating, readYear } from '../values.ts'
import { fileName, type ImportFormat, rowOf, tableIn } from './format.ts'

/** Movary's history, ratings and watchlist, which differ in one column. */
export const movary: ImportFormat = {
  id: 'movary',
  name: 'Movary',
  read: (parts) =>
    parts.flatMap((part) => {
      const table = tableIn(part, ['title', 'year', 'tmdbid', 'imdbid'])
      const columns = new Set(table?.columns)
      if (!table || !['watchedat', 'userrating', 'addedat'].some((name) => columns.has(name))) return []
      const rows = table.rows.map((row) =>
        rowOf(row, ({ cell, date }) => ({
          title: cell('title'),
          year: readYear(cell('year')),
          imdb: keysIn(cell('imdbid')).imdb,
          tmdb: readNumber(cell('tmdbid')),
          rating: readRating(cell('userrating'), 10),
          watchedOn: date('watchedat'),
        })),
      )
      return [{ name: fileName(part.name), meaning: columns.has('addedat') ? 'wishlist' : 'watched', rows }]
    }),
}
