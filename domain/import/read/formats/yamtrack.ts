import { guessMeaning } from '../meaning.ts'
import { keysIn, readNumber, readRating } from '../values.ts'
import { type ImportFormat, listsBy, rowOf, tableIn } from './format.ts'

/** Yamtrack's export in both orders of its columns. The status of a row names its list. */
export const yamtrack: ImportFormat = {
  id: 'yamtrack',
  name: 'Yamtrack',
  read: (parts) =>
    parts.flatMap((part) => {
      const table = tableIn(part, ['mediaid', 'source', 'mediatype', 'title'])
      if (!table) return []
      return listsBy(
        table.rows,
        ({ cell }) => {
          const name = cell('status') || 'No status'
          return { name, meaning: /^planning$/i.test(name) ? 'wishlist' : guessMeaning(name, 'left') }
        },
        (row) =>
          rowOf(row, ({ cell, date }) => ({
            title: cell('title'),
            tmdb: /^tmdb$/i.test(cell('source')) ? readNumber(cell('mediaid')) : undefined,
            imdb: keysIn(cell('mediaid')).imdb,
            ...(!/^movie$/i.test(cell('mediatype')) && { unusable: 'it is not a film' }),
            rating: readRating(cell('score'), 10),
            watchedOn: date('enddate', 'watchdate'),
          })),
      )
    }),
}
