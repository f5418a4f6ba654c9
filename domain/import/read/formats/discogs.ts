import { withoutEdition } from '../../match/title-key.ts'
import { readFormats, readNumber, spineInNote } from '../values.ts'
import { type ImportFormat, listsBy, rowOf, tableIn } from './format.ts'

/** The collection of Discogs. Its year is the disc's, and its artist usually the director. */
export const discogs: ImportFormat = {
  id: 'discogs',
  name: 'Discogs',
  read: (parts) =>
    parts.flatMap((part) => {
      const table = tableIn(part, ['catalog', 'artist', 'title', 'releaseid'])
      if (!table) return []
      return listsBy(
        table.rows,
        ({ cell }) => ({ name: cell('collectionfolder') || 'Collection', meaning: 'owned' }),
        (row) =>
          rowOf(row, ({ cell, date }) => {
            const formats = readFormats(cell('format'))
            const isCriterion = /criterion/i.test(cell('label'))
            return {
              title: withoutEdition(cell('title')),
              director: cell('artist'),
              noteSpine:
                spineInNote(cell('collectionnotes')) ?? (isCriterion ? spineOf(cell('catalog')) : undefined),
              formats,
              ...(!formats && { unusable: 'it is no film on a disc' }),
              copy: {
                acquiredOn: date('dateadded'),
                condition: cell('collectionmediacondition') || undefined,
                note: cell('collectionnotes') || undefined,
              },
            }
          }),
      )
    }),
}

/** `1025` or `CC1025`. The number of a LaserDisc, `CC1262L`, counts differently. */
function spineOf(catalogNumber: string): number | undefined {
  return readNumber(/^(?:cc ?)?#?(\d{1,4})$/i.exec(catalogNumber)?.[1] ?? '')
}
