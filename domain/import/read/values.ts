import { dateOf, monthNamed, parsePartialDate } from '../../dates/partial-date.ts'
import type { Format } from '../../film/formats.ts'
import { CURRENCY_BY_SYMBOL } from '../../money/price.ts'
import type { ImportRow } from '../row.ts'

/**
 * Media other than the four discs. Other words that name no disc, such as `Box set` or `Criterion`, say
 * nothing of the medium: there are too many of them to list.
 */
const OTHER_MEDIUM = new RegExp(
  [
    String.raw`\b(?:[ds]-?)?vhs\b|\bbeta(?:max)?\b|(?:\b|video ?)(?:tape|cassette)s?\b|\bvideo ?(?:8|2000|cd)\b|\bhi-?8\b`,
    String.raw`\bhd-? ?dvds?\b|\bs?vcds?\b|\bced\b|\bumds?\b`,
    // Restorations and sound are digital, too.
    String.raw`(?<!dolby )\bdigital\b(?! ?(?:re-?stor|re-?master|master|transfer|sound|audio))|\bdownload(?:s|ed)?\b|\bstream(?:s|ed|ing)?\b`,
    String.raw`^files?$|\b(?:mkv|mp4|avi)\b|\bhard ?(?:dis[ck]|drive)\b|\bvod\b`,
    String.raw`\bitunes\b|\bapple tv\b|\bvudu\b|\bmovies anywhere\b|\bultraviolet\b|\bnetflix\b|\bprime video\b|\bcriterion channel\b|\bplex\b`,
  ].join('|'),
  'i',
)

/** Reads the format names of a cell, such as `4K UHD + Blu-ray`; undefined if it names none of the four. */
export function readFormats(text: string): Format[] | undefined {
  if (text === '') return undefined
  const found = new Set<Format>()
  // Discogs counts discs: `2xLaserdisc`.
  const plain = text.toLowerCase().replace(/\b\d+ ?x ?(?=[a-z])/g, '')
  for (const piece of plain.split(/[,;/+&|]|\b(?:and|with)\b/)) {
    if (/\b4k\b|\buhd\b|ultra ?-?hd/.test(piece)) {
      // `Digital 4K` is a file.
      if (/\bblu-? ?ray\b|\bdiscs?\b/.test(piece) || !OTHER_MEDIUM.test(piece)) found.add('bluray_4k')
    } else if (/\bblu-? ?ray\b|\bbd\b/.test(piece)) found.add('bluray')
    else if (/\bdvds?\b/.test(piece) && !/\bhd-? ?dvd\b/.test(piece)) found.add('dvd')
    else if (/\blaser ?discs?\b|\bld\b/.test(piece)) found.add('laserdisc')
  }
  return found.size > 0 ? [...found] : undefined
}

/** What the cell for the format says: formats, that the film is on no disc, or nothing. */
export function readMedium(text: string): Pick<ImportRow, 'formats' | 'unusable' | 'isOnOtherMedium'> {
  const formats = readFormats(text)
  return formats || !OTHER_MEDIUM.test(text) ? { formats } : onOtherMedium(text)
}

/** Why a film on a tape, or on another medium that is not a disc, is left out. */
export function onOtherMedium(name: string) {
  return { formats: [], unusable: `it is on “${name.slice(0, 20)}”`, isOnOtherMedium: true }
}

/** Returns the first year in a text, if it is from 1870 to 2099; otherwise undefined. */
export function readYear(text: string): number | undefined {
  const [, year] = /(?:^|\D)(1[89]\d\d|20\d\d)(?:\D|$)/.exec(text) ?? []
  return year !== undefined && Number(year) >= 1870 ? Number(year) : undefined
}

/** The order of dates such as `05/03/2024`. */
export type DateOrder = 'mdy' | 'dmy'

/**
 * Reads a day as `2026-11-23`, a month as `2026-11`, or a year: ISO 8601 with or without a time, `Nov 09, 2022`,
 * `March 1 2023`, `23.11.2026`, `11/23/2026`, and what people type (`parsePartialDate`).
 * @param order of a date with slashes that could be of either order. If it is unknown, the date is the year, which both
 * orders have: a wrong day would not be noticed, as the preview shows no dates.
 */
export function readDate(text: string, order: DateOrder | 'unknown' = 'mdy'): string | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)/.exec(text)
  if (iso) return dateOf(iso[1], iso[2], iso[3])
  const named = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})/i.exec(text)
  if (named) return dateOf(named[3], monthNamed(named[1]?.toLowerCase()), named[2])
  const points = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\b/.exec(text)
  if (points) return dateOf(points[3], points[2], points[1])
  const slashes = SLASHES.exec(text)
  if (!slashes) return parsePartialDate(text)
  const [, first, second, year] = slashes
  const monthFirst = dateOf(year, first, second)
  const dayFirst = dateOf(year, second, first)
  if (!monthFirst || !dayFirst || monthFirst === dayFirst) return monthFirst ?? dayFirst
  if (order === 'unknown') return year
  return order === 'mdy' ? monthFirst : dayFirst
}

const SLASHES = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/

/** The order of the dates of a column, which one with a day after the 12th shows; undefined if none does, or both orders occur. */
export function orderOfDates(texts: Iterable<string>): DateOrder | undefined {
  const shown = new Set<DateOrder>()
  for (const text of texts) {
    const [, first, second] = SLASHES.exec(text) ?? []
    if (Number(first) > 12 && Number(second) <= 12) shown.add('dmy')
    else if (Number(first) <= 12 && Number(second) > 12) shown.add('mdy')
  }
  return shown.size === 1 ? [...shown][0] : undefined
}

/** Reads a price with a point or a comma before its decimals: `$39.96`, `1.299,00 EUR`, `24.990000000000002`. */
export function readPrice(text: string): { price: number; currency?: string } | undefined {
  // Thousands are separated by spaces and apostrophes, too.
  const [digits] = /\d[\d.,]*/.exec(text.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')) ?? []
  if (digits === undefined) return undefined
  const price = Math.round(Number(withDecimalPoint(digits)) * 100) / 100
  const currency = /\b[A-Z]{3}\b/.exec(text)?.[0] ?? CURRENCY_BY_SYMBOL[/[$€£¥]/.exec(text)?.[0] ?? '']
  return Number.isFinite(price) ? { price, ...(currency && { currency }) } : undefined
}

/** The last point or comma stands before the decimals, unless all groups behind such a sign are thousands: `1.299`. */
function withDecimalPoint(digits: string): string {
  if (/^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/.test(digits)) return digits.replace(/[.,]/g, '')
  const [, whole = '', decimals = '0'] = /^(.*?)(?:[.,](\d+))?$/.exec(digits) ?? []
  return `${whole.replace(/[.,]/g, '')}.${decimals}`
}

/**
 * Writes a number so that `readPrice` reads it as a decimal number, not `19.975` as thousands or `5e-17` as five. Any
 * other text stays as it is.
 */
export function numberText(text: string): string {
  return /^-?\d+(?:\.\d{3}|(?:\.\d+)?e-\d+)$/.test(text) ? Number(text).toFixed(4) : text
}

/** Reads a rating as half stars, 1–10. @param most the best rating of the source. */
export function readRating(text: string, most: 5 | 10): number | undefined {
  const rating = Math.round((Number(text.replace(',', '.')) * 10) / most)
  return text !== '' && rating >= 1 && rating <= 10 ? rating : undefined
}

export function readNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}

/** A spine that a free text names: `Spine Number: 1317`, `• Spine #1035`, `<b>Spine Number</b>: 1067`. */
export function spineInNote(text: string): number | undefined {
  if (text === '') return undefined
  return readNumber(
    /\bspine(?: (?:number|no\.?))?(?:<\/b>)?:?\s{0,3}#?\s{0,3}(\d{1,5})\b/i.exec(text)?.[1] ?? '',
  )
}

/** The keys of a film that an address or a plain id contains; empty for any other text. */
export function keysIn(
  text: string,
): Pick<ImportRow, 'spine' | 'criterion' | 'letterboxd' | 'imdb' | 'tmdb'> {
  if (text === '') return {}
  const page = /criterion\.com\/(film|boxset)s\/(\d{1,9})/i.exec(text)
  if (page)
    return { criterion: { kind: page[1]?.toLowerCase() === 'film' ? 'film' : 'set', id: Number(page[2]) } }
  const [imdb] = /\btt\d{5,10}\b/.exec(text) ?? []
  if (imdb !== undefined) return { imdb: sameId(imdb) }
  const [, code] = /\bboxd\.it\/([A-Za-z0-9]{1,12})\b/.exec(text) ?? []
  if (code !== undefined) return { letterboxd: code }
  const [, slug] = /letterboxd\.com\/(?:[\w-]+\/)?film\/([\w-]{1,200})/i.exec(text) ?? []
  if (slug !== undefined) return { letterboxd: `film/${slug.toLowerCase()}` }
  const [, tmdb] = /themoviedb\.org\/movie\/(\d{1,9})/i.exec(text) ?? []
  if (tmdb !== undefined) return { tmdb: Number(tmdb) }
  const [, spine] = /^https?:\/\/[^/\s]+\/spine\/(\d{1,5})\b/i.exec(text) ?? []
  return spine === undefined ? {} : { spine: Number(spine) }
}

/** My Movies writes `tt0000000` for a film that IMDb does not have. */
function sameId(imdb: string): string | undefined {
  return /^tt0+$/.test(imdb) ? undefined : imdb
}
