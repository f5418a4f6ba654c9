import type { Json } from '../../../domain/database.types.ts'
import { FLAGS, type Flag, FORMAT_NAMES, FORMATS, type Format } from '../../../domain/film/formats.ts'
import type { Title } from './titles-query.ts'

/** What an admin may change of a film. */
export type FilmColumn = keyof Omit<Title, 'id' | 'revision'>

/** The columns in the order in which people read them, by the names they go by. */
export const COLUMN_NAMES: Record<FilmColumn, string> = {
  spine: 'Spine',
  title: 'Title',
  director: 'Director',
  country: 'Country',
  year: 'Year',
  ...namesOfFlags(),
  product_url: 'Product page',
  box_art_url: 'Box art',
  imdb_link: 'IMDb',
  letterboxd_link: 'Letterboxd',
  wikipedia_link: 'Wikipedia',
  bluray_com_link: 'Blu-ray.com',
  amazon_link: 'Amazon',
  ebay_link: 'eBay',
}

export const COLUMNS = Object.keys(COLUMN_NAMES) as FilmColumn[]

function namesOfFlags(): Record<Flag, string> {
  const names = FLAGS.map((flag) => {
    const format = flag.replace(/_oop$/, '') as Format
    return [flag, flag === format ? FORMAT_NAMES[format] : `${FORMAT_NAMES[format]} out of print`]
  })
  return Object.fromEntries(names)
}

const SHOWN_OF_LINK = 48

/** The value of a column as people say it: yes, none, “Ikiru”; of an address only where it leads. */
export function inWords(column: FilmColumn, value: Json | undefined): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (column === 'title') return `“${value}”`
  if (!/_(url|link)$/.test(column)) return String(value)
  const address = String(value)
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/$/, '')
  return address.length > SHOWN_OF_LINK ? `${address.slice(0, SHOWN_OF_LINK)}…` : address
}

/** The formats that a film has been released in, by name. */
export function formatsInWords(film: { [format in Format]?: Json | undefined }): string[] {
  return FORMATS.filter((format) => film[format] === true).map((format) => FORMAT_NAMES[format])
}
