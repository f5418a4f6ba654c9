import type { CsvRecord } from '../../../csv/records.ts'
import { MAX_CELLS } from '../../../files/spreadsheet.ts'
import { Unreadable } from '../../../files/unreadable.ts'
import { FORMATS } from '../../../film/formats.ts'
import { withoutEdition } from '../../match/title-key.ts'
import type { Copy, ImportList, ImportRow } from '../../row.ts'
import { isYes } from '../meaning.ts'
import { MAX_FILE_ROWS, type Part, TOO_LONG } from '../part.ts'
import { columnName, headerWith, type Table, type TableRow, tableWith } from '../table.ts'
import {
  keysIn,
  numberText,
  readMedium,
  readNumber,
  readPrice,
  readRating,
  readYear,
  spineInNote,
} from '../values.ts'
import { fileName, type ImportFormat, listNamed, rowOf, saysYes, seenLists } from './format.ts'

const SPINE = [
  'spine',
  'spinenumber',
  'spineno',
  'spinenr',
  'criterionspine',
  'criterionspinenumber',
  'criterionnumber',
]
const TITLE = [
  'title',
  'filmtitle',
  'movietitle',
  'film',
  'movie',
  'name',
  'titel',
  'titre',
  'titulo',
  'titolo',
]
const YEAR = [
  'year',
  'filmyear',
  'movieyear',
  'releaseyear',
  'moviereleaseyear',
  'productionyear',
  'jahr',
  'annee',
  'ano',
  'anno',
]
const DIRECTOR = ['director', 'directors', 'directedby', 'regie', 'realisateur', 'regia']
const FORMAT = ['format', 'formats', 'mediatype', 'media', 'medium', 'disctype', 'disc', 'edition']
const NOTE = ['notes', 'note', 'description', 'comments', 'comment']
const LINKS = [
  'imdb',
  'imdbid',
  'imdblink',
  'imdburl',
  'const',
  'tconst',
  'letterboxd',
  'letterboxdlink',
  'letterboxduri',
  'letterboxdurl',
  'criterion',
  'criterionlink',
  'criterionurl',
  'producturl',
  'url',
  'uri',
  'link',
  'website',
  'guid',
]
const WATCHED = ['watched', 'seen']
const WATCHED_ON = ['watchedon', 'watcheddate', 'datewatched', 'viewingdate', 'seenon']
const PRICE = ['purchaseprice', 'pricepaid', 'price', 'preis', 'prix', 'precio', 'prezzo']
const TMDB = ['tmdb', 'tmdbid', 'tmdblink', 'tmdburl']
const FORMAT_COLUMNS: Record<(typeof FORMATS)[number], string[]> = {
  laserdisc: ['laserdisc', 'ld', 'ownslaserdisc'],
  dvd: ['dvd', 'ownsdvd'],
  bluray: ['bluray', 'bd', 'ownsbluray'],
  bluray_4k: ['4k', 'uhd', '4kuhd', '4kultrahd', 'bluray4k', 'ownsbluray4k', 'owns4k'],
}

const KNOWN = [
  ...SPINE,
  ...TITLE,
  ...YEAR,
  ...DIRECTOR,
  ...FORMAT,
  ...NOTE,
  ...LINKS,
  ...TMDB,
  ...Object.values(FORMAT_COLUMNS).flat(),
]

/** Any table with a column for a spine, an id, a link or a title. */
export const anyTable: ImportFormat = {
  id: 'any',
  name: 'A table',
  read: (parts) => parts.flatMap(readPart),
}

function readPart(part: Part): ImportList[] {
  const table = tableOf(recordsOf(part))
  if (!table) return []
  const here = columnsHere(table)
  const list = listNamed(fileName(part.name))
  // The ratings in a wishlist may be those of other people.
  const otherwise = list.meaning === 'wishlist' ? false : undefined
  const rows = table.rows.map((row) => ({
    row: rowOf(row, (source) => readRow(source, here)),
    isSeen: saysYes(row.cell(...WATCHED)) ?? otherwise,
  }))
  return [{ ...list, rows: rows.map(({ row }) => row) }, ...seenLists(rows)]
}

/** The columns that a table has of each kind. */
function columnsHere({ columns, rows }: Table) {
  const of = (names: readonly string[]) => names.filter((name) => columns.includes(name))
  return {
    spine: of(SPINE),
    title: of(TITLE),
    year: of(YEAR),
    director: of(DIRECTOR),
    format: of(FORMAT),
    note: of(NOTE),
    links: of(LINKS),
    tmdb: of(TMDB),
    flags: FORMATS.map((format) => ({ format, columns: of(FORMAT_COLUMNS[format]) })).filter(
      (flag) => flag.columns.length > 0,
    ),
    bestRating: bestRatingIn(rows),
  }
}

/** The highest rating of the scale of the column `rating`, whose name does not show the scale. */
function bestRatingIn(rows: readonly TableRow[]): 5 | 10 {
  return rows.some(({ cell }) => Number(cell('rating').replace(',', '.')) > 5) ? 10 : 5
}

/** A list of flat objects is a table, too. */
function recordsOf(part: Part): CsvRecord[] {
  if (part.kind === 'table') return part.records
  if (part.kind !== 'json' || !Array.isArray(part.value)) return []
  if (part.value.length > MAX_FILE_ROWS) throw new Unreadable(TOO_LONG)
  const entries = part.value.map((entry) => Object(entry) as Record<string, unknown>)
  const columns = [...new Set(entries.slice(0, 100).flatMap((entry) => Object.keys(entry)))].slice(
    0,
    Math.ceil(MAX_CELLS / entries.length),
  )
  const textOf = (value: unknown) => {
    if (typeof value === 'number') return numberText(String(value))
    return typeof value === 'object' || value === undefined ? '' : String(value)
  }
  return [
    { line: 0, cells: columns },
    ...entries.map((entry, index) => ({
      line: index + 1,
      cells: columns.map((column) => textOf(entry[column])),
    })),
  ]
}

/** The header is the first of the records with the most known names: a heading or a row may contain one, too. */
function tableOf(records: readonly CsvRecord[]): Table | undefined {
  const candidates = [...SPINE, ...LINKS, ...TMDB, ...TITLE].flatMap((name) => {
    const at = headerWith(records, [name])
    const names = new Set(records[at]?.cells.map(columnName))
    return at < 0 ? [] : [{ at, name, known: KNOWN.filter((known) => names.has(known)).length }]
  })
  const [header] = candidates.sort((one, other) => other.known - one.known || one.at - other.at)
  // The country of the person who wrote the table, and so the order of day and month, is unknown.
  return header && tableWith(records.slice(header.at), [header.name], 'unknown')
}

function readRow({ cell, date }: TableRow, here: ReturnType<typeof columnsHere>): Omit<ImportRow, 'line'> {
  const title = cell(...here.title)
  const link = Object.assign({}, ...here.links.map((name) => keysIn(cell(name)))) as ReturnType<typeof keysIn>
  const tmdb = cell(...here.tmdb)
  const spine = cell(...here.spine)
    .replace(/^#\s*/, '')
    .replace(/\.0$/, '')
  return {
    ...link,
    tmdb: link.tmdb ?? readNumber(tmdb) ?? keysIn(tmdb).tmdb,
    spine: readNumber(spine) ?? link.spine,
    noteSpine: spineInNote(cell(...here.note)),
    title: withoutEdition(title),
    otherTitle: cell('originaltitle'),
    year: readYear(cell(...here.year)) ?? readYear(/\((\d{4})\)\s*$/.exec(title)?.[1] ?? ''),
    director: cell(...here.director),
    ...mediumOf(cell, here),
    rating: readRating(cell('rating10'), 10) ?? readRating(cell('rating'), here.bestRating),
    watchedOn: date(...WATCHED_ON, ...WATCHED),
    copy: readCopy({ cell, date }),
  }
}

function mediumOf(cell: TableRow['cell'], here: ReturnType<typeof columnsHere>) {
  const medium = readMedium(cell(...here.format))
  if (medium.formats && medium.formats.length > 0) return medium
  const formats = flaggedFormats(cell, here.flags)
  return formats ? { formats } : medium
}

/** What a row says of a copy; undefined if it says nothing. */
function readCopy({ cell, date }: Pick<TableRow, 'cell' | 'date'>): Copy | undefined {
  const copy: Copy = {
    acquiredOn: date('purchasedate', 'datepurchased', 'acquiredon', 'boughton', 'dateacquired'),
    ...readPrice(cell(...PRICE)),
    store: cell('store', 'purchasestore', 'boughtat', 'purchaseplace') || undefined,
    condition: cell('condition') || undefined,
    place: cell('place', 'location', 'shelf') || undefined,
    lentTo: cell('lentto', 'loanedto', 'borrower') || undefined,
    lentOn: date('lenton', 'loandate'),
  }
  return Object.values(copy).some((value) => value !== undefined) ? copy : undefined
}

/** One column for each format, as in `DVD: X`. */
function flaggedFormats(cell: TableRow['cell'], flags: ReturnType<typeof columnsHere>['flags']) {
  const formats = flags
    .filter(({ columns }) => columns.some((name) => isYes(cell(name))))
    .map(({ format }) => format)
  return formats.length > 0 ? formats : undefined
}
