const SINGLE_LETTERS: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '–': '-',
  '—': '-',
  '⁄': '/',
  '*': '∗',
  '%': '٪',
  _: 'ˍ',
  '\\': '∖',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
}

const REPLACED = new RegExp(`[${Object.keys(SINGLE_LETTERS).join('').replace('\\', '\\\\')}]`, 'g')

/**
 * Text as the search compares it: lower case, without accents, typographic signs made plain.
 * Twin of the SQL function `private.fold`; a contract test holds the two together.
 *
 * The signs with a meaning in a `like` pattern (`* % _ \`) become look-alikes without one,
 * so a folded text is data wherever it lands in a pattern.
 */
export function fold(text: string): string {
  return text
    .replace(/[¼½¾⅓⅔]/g, ' $&')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(REPLACED, (sign) => SINGLE_LETTERS[sign] ?? sign)
}
