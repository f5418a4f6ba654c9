import { FORMULA } from '../../../domain/csv/formula-cells.ts'
import type { AccountData, AccountFilm } from './account-data.ts'

const OWNS = ['owns_laserdisc', 'owns_dvd', 'owns_bluray', 'owns_bluray_4k'] as const
const WISH = [
  'wants_laserdisc',
  'wants_dvd',
  'wants_bluray',
  'wants_bluray_4k',
  'priority',
  'note',
  'price',
  'currency',
] as const
const NAMES = ['spine', 'title', 'director', 'year'] as const
const ACCOUNT = [
  'id',
  'username',
  'visibility',
  'collection_visibility',
  'watched_visibility',
  'wishlist_visibility',
  'email',
  'created_at',
] as const
const COPY = [
  'format',
  'acquired_on',
  'price',
  'currency',
  'store',
  'condition',
  'slipcover',
  'place',
  'lent_to',
  'lent_on',
  'note',
] as const
const VIEWING = ['watched_on', 'rating', 'note'] as const
const COLUMNS = [
  ...new Set([
    'record',
    ...ACCOUNT,
    'role',
    ...NAMES,
    ...OWNS,
    'watched',
    'wishlist',
    'import_name',
    'set',
    'criterion_id',
    ...COPY,
    ...VIEWING,
    ...WISH,
  ]),
]

/**
 * Writes the data as JSON: the account, its three lists, the sets without a spine that it owns, copies and viewings, and
 * its imports.
 */
export function toJson(data: AccountData): string {
  const { films, sets } = data
  return JSON.stringify(
    {
      account: { ...pick(data, ACCOUNT), roles: data.roles },
      ownership: films.filter(({ owned }) => owned).map((film) => pick(film, [...NAMES, ...OWNS])),
      watched: films.filter(({ watched }) => watched).map((film) => pick(film, NAMES)),
      wishlist: films
        .filter(({ wishlisted }) => wishlisted)
        .map((film) => ({ ...pick(film, NAMES), ...film.wish })),
      sets: sets.map(({ copies: _copies, ...set }) => set),
      copies: [
        ...films.flatMap((film) => film.copies.map((copy) => ({ ...pick(film, NAMES), ...copy }))),
        ...sets.flatMap(({ title, criterion_id, copies }) =>
          copies.map((copy) => ({ set: title, criterion_id, ...copy })),
        ),
      ],
      viewings: films.flatMap((film) =>
        film.viewings.map((viewing) => ({ ...pick(film, NAMES), ...viewing })),
      ),
      imports: data.imports,
    },
    null,
    2,
  )
}

/**
 * Writes the data as CSV (RFC 4180): a line for the account, and one for each role, film, set, copy, viewing and import. A
 * value that a spreadsheet would read as a formula is written as text.
 */
export async function toCsv(data: AccountData): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const lines = [
    { record: 'account', ...pick(data, ACCOUNT) },
    ...data.roles.map((role) => ({ record: 'role', role })),
    ...data.films.map(({ wishlisted, wish, copies: _copies, viewings: _viewings, ...film }) => ({
      record: 'film',
      ...film,
      wishlist: wishlisted,
      ...wish,
    })),
    ...data.sets.map(({ title, copies: _copies, ...set }) => ({ record: 'set', set: title, ...set })),
    ...data.films.flatMap((film) =>
      film.copies.map((copy) => ({ record: 'copy', ...pick(film, NAMES), ...copy })),
    ),
    ...data.sets.flatMap(({ title, criterion_id, copies }) =>
      copies.map((copy) => ({ record: 'copy', set: title, criterion_id, ...copy })),
    ),
    ...data.films.flatMap((film) =>
      film.viewings.map((viewing) => ({ record: 'viewing', ...pick(film, NAMES), ...viewing })),
    ),
    ...data.imports.map(({ id, name, made_at }) => ({
      record: 'import',
      id,
      import_name: name,
      created_at: made_at,
    })),
  ]
  // Spreadsheets recognise UTF-8 by the byte order mark.
  return `\ufeff${Papa.unparse(lines, { columns: COLUMNS, escapeFormulae: FORMULA })}\r\n`
}

/** The most rows of a file that Letterboxd imports. */
const LETTERBOXD_ROWS = 1000
const LETTERBOXD_COLUMNS = [
  'LetterboxdURI',
  'imdbID',
  'tmdbID',
  'Title',
  'Year',
  'Directors',
  'WatchedDate',
  'Rating10',
  'Rewatch',
]

/**
 * Writes the lists as files of Letterboxd's import format, at most 1,000 rows each, in an archive:
 * https://letterboxd.com/about/importing-data/. Each viewing is a row of its own; one without a day makes no entry in the
 * diary there. Notes are the person's own and are left out.
 */
export async function toLetterboxd({ films }: Pick<AccountData, 'films'>): Promise<Uint8Array<ArrayBuffer>> {
  const [{ default: Papa }, { strToU8, zipSync }] = await Promise.all([import('papaparse'), import('fflate')])
  const lists = { watched: 'watched', owned: 'owned', wishlist: 'wishlisted' } as const
  const files: Record<string, Uint8Array> = {}
  for (const [name, mark] of Object.entries(lists)) {
    const rows = films
      .filter((film) => film[mark])
      .flatMap((film) => (name === 'watched' ? watchedRows(film) : letterboxdRow(film)))
    for (let start = 0; start < rows.length; start += LETTERBOXD_ROWS) {
      const csv = Papa.unparse(rows.slice(start, start + LETTERBOXD_ROWS), { columns: LETTERBOXD_COLUMNS })
      files[`${name}-${1 + start / LETTERBOXD_ROWS}.csv`] = strToU8(`${csv}\r\n`)
    }
  }
  return zipSync(files)
}

function letterboxdRow({ title, year, director, imdb_link, letterboxd_link, tmdb_id }: AccountFilm) {
  const [imdbID] = /tt\d+/.exec(imdb_link ?? '') ?? []
  return {
    LetterboxdURI: letterboxd_link,
    imdbID,
    tmdbID: tmdb_id,
    Title: title,
    Year: year,
    Directors: director,
  }
}

function watchedRows(film: AccountFilm) {
  if (film.viewings.length === 0) return [letterboxdRow(film)]
  return film.viewings.map(({ watched_on, rating }, index) => ({
    ...letterboxdRow(film),
    WatchedDate: watched_on?.length === 10 ? watched_on : undefined,
    Rating10: rating,
    Rewatch: index > 0 ? 'Yes' : undefined,
  }))
}

function pick<Whole, Name extends keyof Whole>(whole: Whole, names: readonly Name[]): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>
}
