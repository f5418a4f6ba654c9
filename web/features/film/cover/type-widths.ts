/**
 * Advance widths of Fraunces semibold at optical size 72, in fiftieths of an em, rounded up. With them the server can
 * break a title into lines that fit in every browser and at every width of the cover.
 */
const FIFTIETHS = new Map<string, number>()
const LETTERS: [fiftieths: number, letters: string][] = [
  [10, ' \u00a0'],
  [13, ',.:’'],
  [15, '!¡ijlł·'],
  [18, '"()-ft'],
  [20, 'I'],
  [23, '1/_rs“”'],
  [25, 'Jcez–'],
  [28, '37?agvxyø'],
  [33, '04EZ'],
  [35, 'ABCPTVXY½'],
  [38, 'GKNRU'],
  [40, 'DOQwæ—'],
  [43, 'H'],
  [45, 'Mm&'],
  [50, 'W'],
]
for (const [fiftieths, letters] of LETTERS) {
  for (const letter of letters) FIFTIETHS.set(letter, fiftieths)
}

/** Most other letters and all other digits are at most this wide. */
const OTHER = 30

/** The width of a text in ems of the display face; an accent adds nothing to its letter. */
export function ems(text: string): number {
  let fiftieths = 0
  for (const letter of text.normalize('NFD').replace(/\p{M}/gu, ''))
    fiftieths += FIFTIETHS.get(letter) ?? OTHER
  return fiftieths / 50
}

/** Over a whole name, Instrument Sans is at most this many times as wide as the display face. */
export const SANS = 1.1
