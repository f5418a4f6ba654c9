import { keysIn, readNumber, readRating, readYear } from '../values.ts'
import { type ImportFormat, listNamed, listsBy, rowOf, tableIn } from './format.ts'

/** Simkl's backup, whose column `Watchlist` names the list of each row. */
export const simkl: ImportFormat = {
  id: 'simkl',
  name: 'Simkl',
  read: (parts) =>
    parts.flatMap((part) => {
      const table = tableIn(part, ['simklid', 'title', 'watchlist'], 'dmy')
      if (!table) return []
      return listsBy(
        table.rows,
        ({ cell }) => listNamed(cell('watchlist') || 'No list', 'left'),
        (row) =>
          rowOf(row, ({ cell, date }) => {
            const isFilm = /^movie/i.test(cell('type'))
            return {
              title: cell('title'),
              year: readYear(cell('year')),
              imdb: keysIn(cell('imdb')).imdb,
              tmdb: isFilm ? readNumber(cell('tmdb')) : undefined,
              ...(!isFilm && cell('type') !== '' && { unusable: 'it is not a film' }),
              rating: readRating(cell('rating'), 10),
              watchedOn: date('watcheddate'),
            }
          }),
      )
    }),
}
