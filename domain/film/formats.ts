/** The four home-video formats, in the order the product shows them. */
export const FORMATS = ['laserdisc', 'dvd', 'bluray', 'bluray_4k'] as const

export type Format = (typeof FORMATS)[number]

export const BEST_FIRST: readonly Format[] = FORMATS.toReversed()

/** A flag of a film: it was released in a format, or that release is out of print. */
export type Flag = Format | `${Format}_oop`

export const FLAGS: readonly Flag[] = [...FORMATS, ...FORMATS.map((format) => `${format}_oop` as const)]

export const FORMAT_NAMES: Record<Format, string> = {
  laserdisc: 'LaserDisc',
  dvd: 'DVD',
  bluray: 'Blu-ray',
  bluray_4k: '4K Ultra HD',
}

/** Short names, for badges and small buttons. */
export const FORMAT_LABELS: Record<Format, string> = {
  laserdisc: 'LD',
  dvd: 'DVD',
  bluray: 'BD',
  bluray_4k: '4K',
}

const FORMAT_BY_KEYWORD: ReadonlyMap<string, Format> = new Map([
  ['ld', 'laserdisc'],
  ['laserdisc', 'laserdisc'],
  ['dvd', 'dvd'],
  ['bd', 'bluray'],
  ['blu-ray', 'bluray'],
  ['bluray', 'bluray'],
  ['4k', 'bluray_4k'],
  ['uhd', 'bluray_4k'],
])

/** Returns the format that a folded search word names; undefined if it names none. */
export function formatOfKeyword(word: string): Format | undefined {
  return FORMAT_BY_KEYWORD.get(word)
}
