import { dateOf, monthNamed } from '../../dates/partial-date.ts'
import type { Format } from '../../film/formats.ts'
import { CURRENCY_BY_SYMBOL } from '../../money/price.ts'
import type { ImportRow } from '../row.ts'

/** Reads the format names of a cell, such as `4K UHD + Blu-ray`; undefined if it names none of the four. */
export function readFormats(text: string): Format[] | undefined {
  if (text === '') return undefined
  const found = new Set<Format>()
  // Discogs counts discs: `2xLaserdisc`.
  const plain = text.toLowerCase().replace(/\b\d+ ?x ?(?=[a-z])/g, '')
  for (const piece of plain.split(/[,;/+&|]|\band\b/)) {
    if (/\b4k\b|\buhd\b|ultra ?-?hd/.test(piece)) found.add('bluray_4k')
    else if (/\bblu-? ?ray\b|\bbd\b/.test(piece)) found.add('bluray')
    else if (/\bdvds?\b/.test(piece) && !/\bhd-? ?dvd\b/.test(piece)) found.add('dvd')
    else if (/\blaser ?discs?\b|\bld\b/.test(piece)) found.add('laserdisc')
  }
  return found.size > 0 ? [...found] : undefined
}

/** Returns a year from 1870 to 2100 that a text is or begins or ends with; undefined if there is none. */
export function readYear(text: string): number | undefined {
  const [, year] = /(?:^|\D)(1[89]\d\d|20\d\d)(?:\D|$)/.exec(text) ?? []
  return year !== undefined && Number(year) >= 1870 ? Number(year) : undefined
}

/**
 * Reads a date as `2026-11-23`: ISO 8601 with or without a time, `Nov 09, 2022`, `March 1 2023`, or three numbers.
 * @param order of three numbers, which the source decides.
 */
export function readDate(text: string, order: 'mdy' | 'dmy' = 'mdy'): string | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)/.exec(text)
  if (iso) return dateOf(iso[1], iso[2], iso[3])
  const named = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})/i.exec(text)
  if (named) return dateOf(named[3], monthNamed(named[1]?.toLowerCase()), named[2])
  const numbers = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})/.exec(text)
  if (!numbers) return undefined
  const [first, second, year] = numbers.slice(1)
  return order === 'mdy' ? dateOf(year, first, second) : dateOf(year, second, first)
}

/** Reads a price with a point or a comma before its last digits: `$39.96`, `1.299,00 EUR`. */
export function readPrice(text: string): { price: number; currency?: string } | undefined {
  const [digits] = /\d[\d.,]*/.exec(text) ?? []
  if (digits === undefined) return undefined
  const [, whole = '', cents = '0'] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  const price = Number(`${whole.replace(/[.,]/g, '')}.${cents}`)
  const currency = /\b[A-Z]{3}\b/.exec(text)?.[0] ?? CURRENCY_BY_SYMBOL[/[$€£¥]/.exec(text)?.[0] ?? '']
  return Number.isFinite(price) ? { price, ...(currency && { currency }) } : undefined
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
