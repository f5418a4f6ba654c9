import { withoutEdition } from '../../match/title-key.ts'
import type { ImportList } from '../../row.ts'
import type { Part } from '../part.ts'
import { keysIn, readMedium, readYear } from '../values.ts'
import { all, textAt } from '../xml.ts'
import { type ImportFormat, listNamed, listsBy, rowOf, tableIn } from './format.ts'

/** My Movies (mymovies.dk): the text of the app, the older one with semicolons, and XML. */
export const myMovies: ImportFormat = {
  id: 'my-movies',
  name: 'My Movies',
  read: (parts) => parts.flatMap((part) => readText(part) ?? readOlderText(part) ?? readXml(part) ?? []),
}

function readText(part: Part): ImportList[] | undefined {
  const table = tableIn(part, ['title', 'productionyear', 'disctype'])
  if (!table) return undefined
  return listsBy(
    table.rows,
    ({ cell }) => listNamed(cell('group') || 'Collection'),
    (row) =>
      rowOf(row, ({ cell, date }) => ({
        title: withoutEdition(cell('title')),
        year: readYear(cell('productionyear')),
        director: cell('director'),
        imdb: keysIn(cell('imdbid')).imdb,
        ...readMedium(cell('disctype', 'mediatype')),
        ...(/\bbonus disc\b/i.test(`${cell('edition')} ${cell('title')}`) && {
          unusable: 'it is a bonus disc',
        }),
        copy: { acquiredOn: date('addeddate') },
      })),
  )
}

function readOlderText(part: Part): ImportList[] | undefined {
  const table = tableIn(part, ['collectionnumber', 'title', 'type', 'imdbid'])
  if (!table) return undefined
  const rows = table.rows.map((row) =>
    rowOf(row, ({ cell }) => ({
      title: withoutEdition(cell('title')),
      year: readYear(cell('year')),
      director: cell('filmdirector', 'director'),
      imdb: keysIn(cell('imdbid')).imdb,
      ...readMedium(cell('type')),
    })),
  )
  return [{ name: 'Collection', meaning: 'owned', rows }]
}

function readXml(part: Part): ImportList[] | undefined {
  if (part.kind !== 'xml') return undefined
  const titles = [part.root, ...all(part.root, 'title')].filter(
    (element) => textAt(element, 'localtitle') !== '',
  )
  if (titles.length === 0) return undefined
  const rows = titles.map((title, index) => ({
    line: index + 1,
    title: withoutEdition(textAt(title, 'localtitle')),
    otherTitle: textAt(title, 'originaltitle'),
    year: readYear(textAt(title, 'productionyear')),
    imdb: keysIn(textAt(title, 'imdburl') || textAt(title, 'imdb')).imdb,
    ...readMedium(textAt(title, 'mediatype') || textAt(title, 'disctype') || textAt(title, 'type')),
  }))
  return [{ name: 'Collection', meaning: 'owned', rows }]
}
