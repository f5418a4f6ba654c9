import { withoutEdition } from '../../match/title-key.ts'
import type { Copy, ImportList, ImportRow } from '../../row.ts'
import type { Part } from '../part.ts'
import type { Table } from '../table.ts'
import {
  keysIn,
  onOtherMedium,
  readFormats,
  type readMedium,
  readPrice,
  readRating,
  readYear,
} from '../values.ts'
import { all, type Element, textAt } from '../xml.ts'
import { type ImportFormat, listNamed, listsBy, rowOf, saysYes, seenLists, tableIn } from './format.ts'

/** Columns of which CLZ has at least one, besides the title and the format. */
const OWN_COLUMNS = [
  'nrdiscs',
  'nrdisks',
  'noofdiscstapes',
  'imdburl',
  'collectionstatus',
  'indextitle',
  'distributor',
  'storagedevice',
]

/** CLZ Movies and Movie Collector: CSV and text of the site and of the programs, XML and JSON. */
export const clz: ImportFormat = {
  id: 'clz',
  name: 'CLZ Movies',
  read: (parts) => parts.flatMap((part) => readTable(part) ?? readXml(part) ?? readJson(part) ?? []),
}

function readTable(part: Part): ImportList[] | undefined {
  const table = tableIn(part, ['title', 'format'])
  if (!table || !isClz(table)) return undefined
  const discs = table.rows.map((source) => ({
    isSeen: saysYes(source.cell('seenit')),
    status: source.cell('collectionstatus'),
    row: rowOf(source, ({ cell, date }) => ({
      title: withoutEdition(cell('title')),
      otherTitle: cell('originaltitle'),
      year: readYear(cell('moviereleaseyear', 'releaseyear', 'year', 'releasedate')),
      director: cell('director', 'directors'),
      imdb: keysIn(cell('imdburl', 'imdbid')).imdb,
      tmdb: keysIn(`themoviedb.org/movie/${cell('tmdbid')}`).tmdb,
      ...discOf(cell('format')),
      rating: readRating(cell('myrating'), 10),
      watchedOn: date('viewingdate'),
      copy: {
        acquiredOn: date('purchasedate'),
        ...readPrice(cell('purchaseprice')),
        store: cell('purchasestore') || undefined,
        condition: cell('condition') || undefined,
        place:
          [cell('location'), cell('storagedevice'), cell('storageslot')].filter(Boolean).join(' ') ||
          undefined,
        lentTo: cell('loanedto') || undefined,
        lentOn: date('loandate'),
        note: cell('notes') || undefined,
      } satisfies Copy,
    })),
  }))
  return [
    ...listsBy(
      discs,
      ({ status }) => listNamed(status || 'Collection'),
      ({ row }) => row,
    ),
    ...seenLists(discs),
  ]
}

function isClz({ columns }: Table): boolean {
  return OWN_COLUMNS.some((name) => columns.includes(name))
}

/** What a row's format is. The field is for the medium only, so any other word in it is another medium. */
function discOf(text: string): ReturnType<typeof readMedium> {
  const formats = readFormats(text)
  return formats || text === '' ? { formats } : onOtherMedium(text)
}

function readXml(part: Part): ImportList[] | undefined {
  if (part.kind !== 'xml' || part.root.name !== 'movieinfo') return undefined
  const movies = all(part.root, 'movie').map((movie, index) => ({ movie, line: index + 1 }))
  return listsBy(
    movies,
    ({ movie }) => listNamed(textAt(movie, 'collectionstatus') || 'Collection'),
    ({ movie, line }) => ({
      line,
      title: withoutEdition(textAt(movie, 'title')),
      otherTitle: textAt(movie, 'originaltitle'),
      year: readYear(
        textAt(movie, 'releasedate', 'year', 'displayname') || textAt(movie, 'releasedate', 'date'),
      ),
      director: directorsOf(movie),
      imdb: keysIn(textAt(movie, 'imdburl')).imdb,
      ...discOf(
        all(movie, 'format')
          .map((format) => textAt(format, 'displayname'))
          .join(', '),
      ),
    }),
  )
}

function directorsOf(movie: Element): string {
  const directors = all(movie, 'crewmember').filter((member) => textAt(member, 'roleid') === 'dfDirector')
  return directors.map((member) => textAt(member, 'person', 'displayname')).join(', ')
}

function readJson(part: Part): ImportList[] | undefined {
  const movies = part.kind === 'json' ? (Object(part.value) as { movies?: unknown }).movies : undefined
  if (!Array.isArray(movies)) return undefined
  const rows = movies.map((value, index): ImportRow => {
    const movie = Object(value) as Record<string, unknown>
    const links = Array.isArray(movie.links) ? movie.links.map((link) => String(Object(link).url ?? '')) : []
    const { imdb, tmdb } = Object.assign({}, ...links.map(keysIn)) as ReturnType<typeof keysIn>
    const text = (name: string) => (typeof movie[name] === 'string' ? (movie[name] as string) : '')
    return {
      line: index + 1,
      title: withoutEdition(text('title')),
      year: readYear(String(movie.year ?? movie.releaseyear ?? text('releasedate'))),
      director: text('director'),
      imdb,
      tmdb,
      ...discOf(text('format')),
      copy: { place: text('location') || undefined },
    }
  })
  return [{ name: 'Collection', meaning: 'owned', rows }]
}
