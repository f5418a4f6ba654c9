import { guessMeaning } from '../meaning.ts'
import { tableWith } from '../table.ts'
import { keysIn, readDate, readNumber, readRating, readYear } from '../values.ts'
import { type ImportFormat, listsBy, rowOf } from './format.ts'

/** Simkl's backup, whose column `Watchlist` names the list of each row. */
export const simkl: ImportFormat = {
  id: 'simkl',
  name: 'Simkl',
  read: (parts) =>
    parts.flatMap((part) => {
      const table =
        part.kind === 'table' ? tableWith(part.records, ['simklid', 'title', 'watchlist']) : undefined
      if (!table) return []
      return listsBy(
        table.rows,
        ({ cell }) => {
          const name = cell('watchlist') || 'No list'
          return { name, meaning: guessMeaning(name, 'left') }
        },
        (row) =>
          rowOf(row, ({ cell }) => {
            const isFilm = /^movie/i.test(cell('type'))
            return {
              title: cell('title'),
              year: readYear(cell('year')),
              imdb: keysIn(cell('imdb')).imdb,
              tmdb: isFilm ? readNumber(cell('tmdb')) : undefined,
              ...(!isFilm && cell('type') !== '' && { unusable: 'it is not a film' }),
              rating: readRating(cell('rating'), 10),
              watchedOn: readDate(cell('watcheddate'), 'dmy'),
            }
          }),
      )
    }),
}
