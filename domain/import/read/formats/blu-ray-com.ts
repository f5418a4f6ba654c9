import type { Format } from '../../../film/formats.ts'
import { withoutEdition } from '../../match/title-key.ts'
import type { ImportList, ImportRow } from '../../row.ts'
import { isYes } from '../meaning.ts'
import type { Part } from '../part.ts'
import type { TableRow } from '../table.ts'
import { readMedium, readPrice, readYear } from '../values.ts'
import { type ImportFormat, rowOf, tableIn, watchedList } from './format.ts'

/** The collection of Blu-ray.com: its export, which describes discs, or a sheet with the films' years. */
export const bluRayCom: ImportFormat = {
  id: 'blu-ray-com',
  name: 'Blu-ray.com',
  read: (parts) => parts.flatMap((part) => readDiscs(part) ?? readSheet(part) ?? []),
}

function readDiscs(part: Part): ImportList[] | undefined {
  const table = tableIn(part, ['title', 'casing', 'bluraydiscs'])
  return (
    table &&
    listsOf(table.rows, ({ cell, date }) => ({
      title: withoutEdition(cell('title')),
      // Not the release date, which is the disc's.
      year: readYear(/\((\d{4})\)/.exec(cell('title'))?.[1] ?? ''),
      formats: discFormats(cell('title'), Number(cell('bluraydiscs')), Number(cell('dvddiscs'))),
      copy: { acquiredOn: date('dateadded') },
    }))
  )
}

/** A trailing `4K` is the format. A count of -1 is unknown. */
function discFormats(title: string, blurays: number, dvds: number): Format[] | undefined {
  if (/\b4k(?: uhd)?$|ultra hd$/i.test(title)) return ['bluray_4k']
  const formats: Format[] = [
    ...(blurays > 0 ? ['bluray' as const] : []),
    ...(dvds > 0 ? ['dvd' as const] : []),
  ]
  return formats.length > 0 ? formats : undefined
}

function readSheet(part: Part): ImportList[] | undefined {
  const wanted = ['title', 'moviereleaseyear', 'blurayreleaseyear']
  const table = tableIn(part, wanted)
  return (
    table &&
    listsOf(table.rows, ({ cell, date }) => ({
      title: withoutEdition(cell('title')),
      year: readYear(cell('moviereleaseyear')),
      ...readMedium(cell('format')),
      copy: {
        acquiredOn: date('dateadded'),
        ...readPrice(cell('purchaseprice')),
        store: cell('purchaselocation') || undefined,
      },
    }))
  )
}

/** The column `Watched` makes a second list of the same rows. */
function listsOf(rows: TableRow[], read: (row: TableRow) => Omit<ImportRow, 'line'>): ImportList[] {
  const owned = rows.map((row) => rowOf(row, read))
  const watched = owned.filter((_, index) => isYes(rows[index]?.cell('watched') ?? ''))
  return [{ name: 'Collection', meaning: 'owned', rows: owned }, ...watchedList(watched)]
}
