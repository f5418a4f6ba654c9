import type { FontFile } from '../../domain/pictures.ts'
import fontsCss from '../ui/styles/fonts.css?raw'

/** Marks that join the letter before them. */
const COMBINING: FontFile['unicodeRange'][number] = [0x300, 0x36f]

/** The files of the product's typefaces. */
export const FONTS: FontFile[] = [...fontsCss.matchAll(/@font-face \{([^}]*)\}/g)].flatMap(
  ([, rule = '']) => {
    const [, family] = /font-family: "([^"]+)"/.exec(rule) ?? []
    const [, file] = /url\("(@fontsource-variable\/[^"]+)"\)/.exec(rule) ?? []
    const [, ranges] = /unicode-range:([^;]+);/.exec(rule) ?? []
    return family && file && ranges ? [{ family, file, unicodeRange: parseRanges(ranges) }] : []
  },
)

/**
 * Without the combining marks of the latin files: with them, the renderer takes the Ō of the latin-ext file apart and
 * sets the mark of the latin file beside the letter.
 */
function parseRanges(text: string): FontFile['unicodeRange'] {
  return Array.from(text.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g), ([, first = '', last = first]) => {
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as [number, number]
  }).filter(([first, last]) => first < COMBINING[0] || last > COMBINING[1])
}

const FAMILIES = [...new Set(FONTS.map(({ family }) => family))]

function isInAllFamilies(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return FAMILIES.every((name) =>
    FONTS.some(
      ({ family, unicodeRange }) =>
        family === name && unicodeRange.some(([first, last]) => first <= code && code <= last),
    ),
  )
}

/**
 * Returns what the product's typefaces can set of a text. A browser takes the other letters from the fonts of its
 * system; a server may have none.
 * @returns undefined if no letter or digit is left.
 */
export function settable(text: string): string | undefined {
  const composed = text.normalize('NFC').replaceAll(/\p{C}/gu, '')
  const kept = [...composed].map((character) => (isInAllFamilies(character) ? character : '\0')).join('')
  if (!/[\p{L}\p{N}]/u.test(kept)) return undefined
  if (!kept.includes('\0')) return composed
  return kept
    .replaceAll(/[\s\0]+/g, ' ')
    .replaceAll(/[([] ?[)\]]/g, '')
    .replaceAll(/^[\s,.:;·&/–—-]+|[\s,:;·&/–—-]+$/g, '')
}
