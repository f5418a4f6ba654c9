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
 * Returns text as searches compare it: lower case, without accents, with plain typographic signs. The SQL function
 * `private.fold` does the same; a contract test compares the two.
 *
 * The signs with a meaning in a `like` pattern (`* % _ \`) become look-alikes without one, so that a folded text has no
 * special meaning in a pattern.
 */
export function fold(text: string): string {
  return text
    .replace(/[¼½¾⅓⅔]/g, ' $&')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(REPLACED, (sign) => SINGLE_LETTERS[sign] ?? sign)
}
