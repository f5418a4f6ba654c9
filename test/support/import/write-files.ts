import { strToU8, zipSync } from 'fflate'
import Papa from 'papaparse'
import { FORMAT_NAMES, FORMATS, type Format } from '../../../domain/film/formats.ts'
import type { IndexedFilm } from '../../../domain/import/match/catalogue-index.ts'

/** A film in a file, with the formats that are owned. */
export interface Entry {
  film: Pick<
    IndexedFilm,
    'spine' | 'title' | 'director' | 'year' | 'imdb_link' | 'letterboxd_link' | 'tmdb_id'
  >
  formats: readonly Format[]
}

export interface WrittenFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

type Cells = Record<string, string | number | null | undefined>

const DATE = '2026-11-20'
const code = ({ film }: Entry) => film.letterboxd_link ?? ''
const imdb = ({ film }: Entry) => /tt\d+/.exec(film.imdb_link ?? '')?.[0] ?? ''
const names = (formats: readonly Format[], of: Record<Format, string> = FORMAT_NAMES) =>
  formats.map((format) => of[format]).join(', ')

/** Files in the shapes that programs and sites write. Each has one row for every film. */
export const WRITERS: Record<string, (entries: readonly Entry[]) => WrittenFile> = {
  'own CSV': (entries) =>
    csv(
      'criterion-collection-anna.csv',
      [
        'record',
        'id',
        'username',
        'visibility',
        'email',
        'created_at',
        'role',
        'spine',
        'title',
        'director',
        'year',
        ...FORMATS.map((format) => `owns_${format}`),
        'watched',
        'wishlist',
      ],
      [
        { record: 'account', username: 'anna', email: 'anna@example.org' },
        ...entries.map(({ film, formats }) => ({
          ...{
            record: 'film',
            spine: film.spine,
            title: film.title,
            director: film.director,
            year: film.year,
          },
          ...Object.fromEntries(
            FORMATS.map((format) => [`owns_${format}`, String(formats.includes(format))]),
          ),
          watched: 'true',
          wishlist: 'false',
        })),
      ],
      { mark: true },
    ),
  'own JSON': (entries) =>
    json('criterion-collection-anna.json', {
      account: { username: 'anna', email: 'anna@example.org' },
      ownership: entries.map(({ film, formats }) => ({
        spine: film.spine,
        title: film.title,
        director: film.director,
        year: film.year,
        ...Object.fromEntries(FORMATS.map((format) => [`owns_${format}`, formats.includes(format)])),
      })),
      watched: [],
      wishlist: [],
    }),
  'Letterboxd archive': (entries) => letterboxdArchive(entries),
  'Letterboxd list': (entries) => ({
    name: 'my-criterion-blu-rays.csv',
    bytes: strToU8(letterboxdList(entries)),
  }),
  'IMDb ratings': (entries) =>
    csv(
      'ratings.csv',
      [
        'Const',
        'Your Rating',
        'Date Rated',
        'Title',
        'Original Title',
        'URL',
        'Title Type',
        'IMDb Rating',
        'Runtime (mins)',
        'Year',
        'Genres',
        'Num Votes',
        'Release Date',
        'Directors',
      ],
      entries.map((entry) => ({
        ...{
          Const: imdb(entry),
          'Your Rating': 8,
          'Date Rated': DATE,
          Title: entry.film.title,
          'Title Type': 'Movie',
        },
        Year: entry.film.year,
        Directors: entry.film.director,
      })),
    ),
  'Trakt collection': (entries) =>
    json(
      'collection-movies.json',
      entries.map((entry) => ({
        collected_at: '2026-03-14T18:22:15Z',
        movie: {
          title: entry.film.title,
          year: entry.film.year,
          ids: { trakt: 1, slug: 'a', imdb: imdb(entry) || null, tmdb: entry.film.tmdb_id },
        },
        metadata: entry.formats[0] && {
          media_type: entry.formats[0] === 'bluray_4k' ? 'bluray' : entry.formats[0],
          resolution: entry.formats[0] === 'bluray_4k' ? 'uhd_4k' : 'hd_1080p',
        },
      })),
    ),
  'CLZ web': (entries) =>
    csv(
      'movies.csv',
      ['Title', 'Release Year', 'IMDb Url', 'Barcode', 'Format', 'Edition', 'Director', 'Collection Status'],
      entries.map((entry) => ({
        Title: entry.film.title,
        'Release Year': entry.film.year,
        Barcode: '715515019927.0',
        'IMDb Url': imdb(entry) && `https://www.imdb.com/title/${imdb(entry)}/?ref_=ref_ext_clz`,
        ...{
          Format: names(entry.formats),
          Edition: 'The Criterion Collection',
          Director: entry.film.director,
        },
        'Collection Status': 'In Collection',
      })),
    ),
  'CLZ program': (entries) =>
    csv(
      'movies.txt',
      [
        'Index',
        'Title',
        'Movie Release Year',
        'Director',
        'Format',
        'No. of Discs/Tapes',
        'Purchase Price',
        'Purchase Date',
        'Loaned To',
      ],
      entries.map((entry, index) => ({
        ...{
          Index: index + 1,
          Title: entry.film.title,
          'Movie Release Year': entry.film.year,
          Director: entry.film.director,
        },
        ...{
          Format: names(entry.formats),
          'No. of Discs/Tapes': 2,
          'Purchase Price': '$39,95',
          'Purchase Date': '11/28/2024',
        },
      })),
      { delimiter: ';', windows1252: true },
    ),
  'CLZ XML': (entries) =>
    xml(
      'movies.xml',
      `<movieinfo><movies>${entries
        .map(
          (entry) => `<movie>
      <title>${escaped(entry.film.title)}</title>
      <releasedate><year><displayname>${entry.film.year}</displayname></year></releasedate>
      <formats>${entry.formats.map((format) => `<format><displayname>${FORMAT_NAMES[format]}</displayname></format>`).join('')}</formats>
      <imdburl>${imdb(entry) && `https://www.imdb.com/title/${imdb(entry)}/?ref_=ref_ext_clz`}</imdburl></movie>`,
        )
        .join('')}</movies></movieinfo>`,
    ),
  'My Movies': (entries) =>
    csv(
      'My Movie Collection.txt',
      [
        'Title',
        'Sort Title',
        'Production Year',
        'Group',
        'Disc Type',
        'Edition',
        'IMDB Id',
        'Director',
        'Added Date',
      ],
      entries.map((entry) => ({
        ...{
          Title: entry.film.title,
          'Production Year': entry.film.year,
          Group: 'Owned',
          Director: entry.film.director,
        },
        ...{
          'Disc Type': names(entry.formats.slice(0, 1)),
          Edition: 'Criterion',
          'IMDB Id': imdb(entry) || 'tt0000000',
        },
      })),
      { mark: true },
    ),
  'Blu-ray.com': (entries) =>
    csv(
      'collection.csv',
      [
        'Title',
        'Studio',
        'Country code',
        'UPC',
        'EAN',
        'ASIN',
        'Release date',
        'Casing',
        'Blu-ray discs',
        'DVD discs',
        'Date added',
        'Watched',
      ],
      entries.map(({ film, formats }) => ({
        ...{
          Title: formats.includes('bluray_4k') ? `${film.title} 4K` : film.title,
          Studio: 'Criterion',
          'Release date': 'March 1 2023',
        },
        ...{
          'Blu-ray discs': formats.includes('bluray') ? 1 : -1,
          'DVD discs': formats.includes('dvd') ? 1 : 0,
        },
        'Date added': 'November 26 2025',
        Watched: 0,
        Casing: 'Standard Blu-ray case',
      })),
    ),
  'Blu-ray.com sheet': (entries) =>
    csv(
      'my collection.csv',
      [
        'Title',
        'Movie Release Year',
        'Blu-Ray Release Year',
        'Format',
        'Barcode',
        'Purchase Price',
        'Purchase Location',
        'Date Added',
        'Watched',
      ],
      entries.map(({ film, formats }) => ({
        ...{
          Title: film.title,
          'Movie Release Year': film.year,
          'Blu-Ray Release Year': 2023,
          Format: names(formats, BLURAY_NAMES),
        },
        'Purchase Price': '19.99',
        'Date Added': 'November 26 2025',
      })),
    ),
  Discogs: (entries) =>
    csv(
      'anna-collection.csv',
      [
        'Catalog#',
        'Artist',
        'Title',
        'Label',
        'Format',
        'Rating',
        'Released',
        'release_id',
        'CollectionFolder',
        'Date Added',
        'Collection Media Condition',
        'Collection Sleeve Condition',
        'Collection Notes',
      ],
      entries.map(({ film, formats }) => ({
        ...{
          'Catalog#': `CC${film.spine}`,
          Artist: film.director,
          Title: film.title,
          Label: 'The Criterion Collection',
        },
        ...{
          Format: names(formats),
          Released: 2023,
          release_id: 7,
          CollectionFolder: 'Films',
          'Date Added': `${DATE} 10:00:00`,
        },
      })),
    ),
  Libib: (entries) =>
    csv(
      'library.csv',
      [
        'item_type',
        'title',
        'creators',
        'first_name',
        'last_name',
        'ean_isbn13',
        'upc_isbn10',
        'publish_date',
        'group',
        'tags',
        'notes',
        'price',
        'status',
        'completed',
        'added',
        'copies',
      ],
      entries.map(({ film, formats }) => ({
        ...{
          item_type: 'movie',
          title: film.title,
          creators: film.director,
          publish_date: '2019-01-01',
          tags: names(formats),
        },
        notes: `Spine #${film.spine}`,
      })),
    ),
  'DVD Profiler': (entries) => dvdProfiler(entries),
  LDDB: (entries) => ({
    name: 'lddb.txt',
    bytes: strToU8(
      [
        'ID\tTitle',
        ...entries.map(({ film }, index) => `${10_000 + index}\t${film.title} (${film.year})`),
      ].join('\r\n'),
    ),
  }),
  'Movary history': (entries) =>
    csv(
      'history.csv',
      ['title', 'year', 'tmdbId', 'imdbId', 'watchedAt', 'comment', 'location'],
      entries.map((entry) => ({
        title: entry.film.title,
        year: entry.film.year,
        tmdbId: entry.film.tmdb_id,
        imdbId: imdb(entry),
        watchedAt: DATE,
      })),
    ),
  'TMDB ratings': (entries) =>
    csv(
      'ratings.csv',
      [
        'TMDb ID',
        'IMDb ID',
        'Type',
        'Name',
        'Release Date',
        'Season Number',
        'Episode Number',
        'Rating',
        'Your Rating',
        'Date Rated',
      ],
      entries.map((entry) => ({
        'IMDb ID': imdb(entry),
        Type: 'movie',
        Name: entry.film.title,
        'Release Date': `${entry.film.year}-05-01`,
        'Your Rating': 8,
      })),
    ),
  Simkl: (entries) =>
    csv(
      'SimklBackup.csv',
      [
        'SIMKL_ID',
        'Title',
        'Type',
        'Year',
        'Watchlist',
        'LastEpWatched',
        'WatchedDate',
        'Rating',
        'Memo',
        'TVDB',
        'TMDB',
        'IMDB',
      ],
      entries.map((entry) => ({
        SIMKL_ID: 1,
        Title: entry.film.title,
        Type: 'movie',
        Year: entry.film.year,
        Watchlist: 'completed',
        WatchedDate: '20/11/2026 20:15',
        IMDB: imdb(entry),
      })),
    ),
  'a table of spines': (entries) =>
    csv(
      'shelf.tsv',
      ['Shelf', 'Spine #', 'Format'],
      entries.map(({ film, formats }) => ({ Shelf: 'A', 'Spine #': film.spine, Format: names(formats) })),
      { delimiter: '\t', utf16: true },
    ),
  'a table of titles': (entries) =>
    csv(
      'films.csv',
      ['Film', 'Year', 'Directed by', 'DVD', 'BD', '4K', 'LD'],
      entries.map(({ film, formats }) => ({
        Film: film.title,
        Year: film.year,
        'Directed by': film.director,
        ...{
          DVD: formats.includes('dvd') ? 'x' : '',
          BD: formats.includes('bluray') ? 'x' : '',
          '4K': formats.includes('bluray_4k') ? 'x' : '',
          LD: formats.includes('laserdisc') ? 'x' : '',
        },
      })),
    ),
}

const BLURAY_NAMES: Record<Format, string> = {
  laserdisc: 'LASERDISC',
  dvd: 'DVD',
  bluray: 'BLURAY',
  bluray_4k: '4K ULTRA HD',
}

const WATCHED = ['Date', 'Name', 'Year', 'Letterboxd URI']

/** The archive of an account: films that were watched, diary entries of their own addresses, and what is never read. */
export function letterboxdArchive(
  watched: readonly Entry[],
  wished: readonly Entry[] = [],
  newline = '\n',
): WrittenFile {
  const row = (entry: Entry) => [DATE, entry.film.title, entry.film.year, code(entry)]
  const table = (fields: string[], data: unknown[][]) => strToU8(Papa.unparse({ fields, data }, { newline }))
  const diary = watched
    .slice(0, Math.ceil(watched.length / 2))
    .map((entry, index) => [
      ...[
        DATE,
        entry.film.title,
        entry.film.year,
        `https://boxd.it/d${index}iary`,
        4.5,
        '',
        'dvd, criterion',
        DATE,
      ],
    ])
  const files = {
    'profile.csv': table(['Date Joined', 'Username', 'Email Address'], [[DATE, 'anna', 'anna@example.org']]),
    'watched.csv': table(WATCHED, watched.map(row)),
    'watchlist.csv': table(WATCHED, wished.map(row)),
    'ratings.csv': table(
      [...WATCHED, 'Rating'],
      watched.slice(0, 10).map((entry) => [...row(entry), 3.5]),
    ),
    'diary.csv': table([...WATCHED, 'Rating', 'Rewatch', 'Tags', 'Watched Date'], diary),
    'reviews.csv': table(
      [...WATCHED, 'Rating', 'Rewatch', 'Review', 'Tags', 'Watched Date'],
      diary
        .slice(0, 3)
        .map((entry) => [...entry.slice(0, 6), 'Two lines,\nand a "quotation".', ...entry.slice(6)]),
    ),
    'likes/films.csv': table(WATCHED, watched.slice(0, 2).map(row)),
    'deleted/diary.csv': table(WATCHED, [[DATE, 'Seven Samurai', 1954, 'https://boxd.it/2axi']]),
  }
  return { name: 'letterboxd-anna-2026-11-20-utc.zip', bytes: zipSync(files) }
}

/** A list in the three parts of its export. @param noteOf the description of each film. */
export function letterboxdList(
  entries: readonly Entry[],
  noteOf: (entry: Entry) => string = () => '',
  newline = '\r\n',
): string {
  const about = {
    fields: ['Date', 'Name', 'Tags', 'URL', 'Description'],
    data: [[DATE, 'My Criterion Blu-rays', 'owned', 'https://boxd.it/Tzd5u', 'Two\nlines']],
  }
  const data = entries.map((entry, index) => [
    index + 1,
    entry.film.title,
    entry.film.year,
    code(entry),
    noteOf(entry),
  ])
  return [
    'Letterboxd list export v7',
    Papa.unparse(about, { newline }),
    '',
    Papa.unparse({ fields: ['Position', 'Name', 'Year', 'URL', 'Description'], data }, { newline }),
  ].join(newline)
}

/** Every seventh disc is lent; every ninth is only wished for. */
function dvdProfiler(entries: readonly Entry[]): WrittenFile {
  const is = (value: boolean) => (value ? 'True' : 'False')
  const discs = entries.map(
    ({ film, formats }, index) => `<DVD><ID>71551${index}.5</ID><UPC>7-15515-01992-7</UPC>
    <CollectionType IsPartOfOwnedCollection="${index % 9 !== 8}">${index % 9 === 8 ? 'Wish List' : 'Owned'}</CollectionType>
    <Title>${escaped(film.title)}</Title><ProductionYear>${film.year}</ProductionYear>
    <MediaTypes><DVD>${is(formats.includes('dvd'))}</DVD><HDDVD>False</HDDVD><BluRay>${is(formats.includes('bluray'))}</BluRay><UltraHD>${is(formats.includes('bluray_4k'))}</UltraHD><CustomMediaType>${formats.includes('laserdisc') ? 'LaserDisc' : ''}</CustomMediaType></MediaTypes>
    <MediaCompanies><MediaCompany>The Criterion Collection</MediaCompany></MediaCompanies>
    <Credits>${film.director
      .split(/, and |, | and /)
      .map(
        (name) =>
          `<Credit FirstName="${escaped(name.split(' ').slice(0, -1).join(' '))}" LastName="${escaped(name.split(' ').at(-1) ?? '')}" CreditType="Direction" CreditSubtype="Director"/>`,
      )
      .join('')}</Credits>
    <PurchaseInfo><PurchasePrice DenominationType="EUR" FormattedValue="14,99 EUR">14.99</PurchasePrice><PurchasePlace>Somewhere</PurchasePlace><PurchaseDate>2024-03-12</PurchaseDate></PurchaseInfo>
    <LoanInfo><Loaned>${index % 7 === 0}</Loaned><User FirstName="Bea" LastName="Lender"/></LoanInfo>
    <Discs><Disc><Location>Shelf</Location><Slot>${index}</Slot></Disc></Discs></DVD>`,
  )
  return xml('Collection.xml', `<Collection>${discs.join('\n')}</Collection>`, { windows1252: true })
}

interface Encoding {
  delimiter?: string
  /** A byte order mark. */
  mark?: boolean
  windows1252?: boolean
  utf16?: boolean
}

function csv(
  name: string,
  fields: string[],
  rows: Cells[],
  { delimiter = ',', ...encoding }: Encoding = {},
): WrittenFile {
  const data = rows.map((row) => fields.map((field) => row[field] ?? ''))
  return { name, bytes: encoded(Papa.unparse({ fields, data }, { delimiter, newline: '\r\n' }), encoding) }
}

function json(name: string, value: unknown): WrittenFile {
  return { name, bytes: strToU8(JSON.stringify(value)) }
}

function xml(name: string, body: string, encoding: Encoding = {}): WrittenFile {
  const label = encoding.windows1252 ? 'windows-1252' : 'utf-8'
  return { name, bytes: encoded(`<?xml version="1.0" encoding="${label}"?>\n${body}`, encoding) }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Letters that windows-1252 lacks lose their accents, as in programs that write it. */
function encoded(text: string, { mark, windows1252, utf16 }: Encoding): Uint8Array<ArrayBuffer> {
  if (utf16) return new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
  if (!windows1252) return strToU8(mark ? `\uFEFF${text}` : text)
  const plain = [...text].map((sign) =>
    sign.charCodeAt(0) < 256 ? sign : (PLAIN[sign] ?? sign.normalize('NFKD').charAt(0)),
  )
  return new Uint8Array(Buffer.from(plain.join(''), 'latin1'))
}

const PLAIN: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  ł: 'l',
  ı: 'i',
}
