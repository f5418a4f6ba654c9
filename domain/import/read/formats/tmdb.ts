import { guessMeaning } from '../meaning.ts'
import { keysIn, readNumber, readRating, readYear } from '../values.ts'
import { fileName, type ImportFormat, rowOf, tableIn } from './format.ts'

/** Ratings, watchlist and favourites of TMDB. */
export const tmdb: ImportFormat = {
  id: 'tmdb',
  name: 'TMDB',
  remark: 'TMDB knows what you rated and listed, not what stands on your shelf.',
  read: (parts) =>
    parts.flatMap((part) => {
      const table = tableIn(part, ['tmdbid', 'imdbid', 'type', 'name'])
      if (!table) return []
      const name = fileName(part.name)
      const rows = table.rows.map((row) =>
        rowOf(row, ({ cell, date }) => ({
          title: cell('name'),
          year: readYear(cell('releasedate')),
          imdb: keysIn(cell('imdbid')).imdb,
          // The numbers of series are counted apart.
          tmdb: /^movie$/i.test(cell('type')) ? readNumber(cell('tmdbid')) : undefined,
          ...(cell('type') !== '' && !/^movie$/i.test(cell('type')) && { unusable: 'it is not a film' }),
          rating: readRating(cell('yourrating'), 10),
          watchedOn: date('daterated'),
        })),
      )
      return [{ name, meaning: guessMeaning(name, 'watched'), rows }]
    }),
}
