import { withoutEdition } from '../../match/title-key.ts'
import { readFormats, readPrice, readRating, spineInNote } from '../values.ts'
import { type ImportFormat, rowOf, seenLists, tableIn } from './format.ts'

/** The library of Libib. It has no column for the disc's format, which people write into tags and groups. */
export const libib: ImportFormat = {
  id: 'libib',
  name: 'Libib',
  read: (parts) =>
    parts.flatMap((part) => {
      const table = tableIn(part, ['title', 'creators', 'eanisbn13', 'upcisbn10'])
      if (!table) return []
      const rows = table.rows.map((source) => ({
        isSeen: source.cell('status') === '' ? undefined : /^completed$/i.test(source.cell('status')),
        row: rowOf(source, ({ cell, date }) => ({
          title: withoutEdition(cell('title')),
          // Not the publishing date, which is the disc's.
          director: cell('creators'),
          noteSpine: spineInNote(`${cell('notes')} ${cell('tags')}`),
          formats: readFormats(`${cell('tags')},${cell('group')}`) ?? readFormats(cell('title')),
          ...(/^(book|music|game)/i.test(cell('itemtype')) && {
            unusable: `it is a ${cell('itemtype').slice(0, 20)}`,
          }),
          rating: readRating(cell('rating'), 5),
          watchedOn: date('completed', 'completeddate'),
          copy: {
            acquiredOn: date('added'),
            ...readPrice(cell('price')),
            note: cell('notes') || undefined,
          },
        })),
      }))
      const library = { name: 'Library', meaning: 'owned' as const, rows: rows.map(({ row }) => row) }
      return [library, ...seenLists(rows, 'Completed')]
    }),
}
