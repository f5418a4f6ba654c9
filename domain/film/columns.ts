import type { Tables } from '../database.types.ts'
import { FORMAT_NAMES, type Format } from './formats.ts'

/**
 * What a column holds, which decides how its text is checked and read (rules.ts): a spine number, a year, minutes, a
 * number at another site, one line of text, a web address, or true or false.
 */
export type Kind = 'spine' | 'year' | 'minutes' | 'id' | 'line' | 'link' | 'flag'

interface ColumnDefinition {
  kind: Kind
  /** The name in forms and in the history. */
  label: string
  /** The name as the subject of a sentence, where it is not the label. */
  subject?: string
  /** Whether the column may be empty, which the database stores as null. */
  optional?: true
}

const flag = (label: string) => ({ kind: 'flag', label }) as const
const outOfPrint = (format: Format) => flag(`${FORMAT_NAMES[format]} out of print`)
const link = (label: string, subject: string) => ({ kind: 'link', label, subject, optional: true }) as const

/**
 * The columns of a film that people write, in the order of forms, files and the history. Selects, the form, the CSV
 * file, the export, the history and the types follow from this table; the database's column, grants and functions are
 * compared with it by test/contract/films/film-columns.test.ts.
 */
export const FILM_COLUMNS = {
  spine: { kind: 'spine', label: 'Spine' },
  title: { kind: 'line', label: 'Title' },
  director: { kind: 'line', label: 'Director' },
  country: { kind: 'line', label: 'Country', optional: true },
  year: { kind: 'year', label: 'Year', optional: true },
  running_time: { kind: 'minutes', label: 'Running time', optional: true },
  language: { kind: 'line', label: 'Language', optional: true },
  sort_title: { kind: 'line', label: 'Sort title', optional: true },
  sort_director: { kind: 'line', label: 'Sort director', optional: true },
  laserdisc: flag(FORMAT_NAMES.laserdisc),
  dvd: flag(FORMAT_NAMES.dvd),
  bluray: flag(FORMAT_NAMES.bluray),
  bluray_4k: flag(FORMAT_NAMES.bluray_4k),
  laserdisc_oop: outOfPrint('laserdisc'),
  dvd_oop: outOfPrint('dvd'),
  bluray_oop: outOfPrint('bluray'),
  bluray_4k_oop: outOfPrint('bluray_4k'),
  product_url: link('Product page', 'The product page'),
  box_art_url: link('Box art', 'The box art'),
  imdb_link: link('IMDb', 'The IMDb link'),
  letterboxd_link: link('Letterboxd', 'The Letterboxd link'),
  tmdb_id: { kind: 'id', label: 'TMDB id', subject: 'The TMDB id', optional: true },
  wikipedia_link: link('Wikipedia', 'The Wikipedia link'),
  bluray_com_link: link('Blu-ray.com', 'The Blu-ray.com link'),
  amazon_link: link('Amazon', 'The Amazon link'),
  ebay_link: link('eBay', 'The eBay link'),
} as const satisfies Record<string, ColumnDefinition>

type Columns = typeof FILM_COLUMNS

export type FilmColumn = keyof Columns
type ColumnOf<Chosen extends Kind> = {
  [Column in FilmColumn]: Columns[Column]['kind'] extends Chosen ? Column : never
}[FilmColumn]
export type TextColumn = Exclude<FilmColumn, ColumnOf<'flag'>>
export type LinkColumn = ColumnOf<'link'>

/** What people write of a film, as the database has it. */
export type Film = Pick<Tables<'films'>, FilmColumn>

export const COLUMN_NAMES = Object.keys(FILM_COLUMNS) as FilmColumn[]
export const TEXT_COLUMNS = COLUMN_NAMES.filter((column) => kindOf(column) !== 'flag') as TextColumn[]

export function definitionOf(column: FilmColumn): ColumnDefinition {
  return FILM_COLUMNS[column]
}

/** The name of a column in forms and in the history: 'Spine', 'Blu-ray out of print', 'IMDb'. */
export function labelOf(column: FilmColumn): string {
  return FILM_COLUMNS[column].label
}

function kindOf(column: FilmColumn): Kind {
  return FILM_COLUMNS[column].kind
}
