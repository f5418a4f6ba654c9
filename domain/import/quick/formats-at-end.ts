import { FORMATS, type Format, formatOfKeyword } from '../../film/formats.ts'

/** Separates the formats at the end of a piece: `seven samurai dvd`, `Ikiru (1952) Blu-ray, DVD`. */
export function withoutFormats(text: string): { rest: string; formats: readonly Format[] } {
  const formats = new Set<Format>()
  let rest = text
  for (;;) {
    const [whole, before = '', word = ''] =
      /^(.*?)(?:^|[\s+/&]+)\(?(4k uhd|4k ultra hd|ultra hd|[\w-]+)\)?$/i.exec(rest) ?? []
    const format = whole === undefined ? undefined : (formatOfKeyword(word.toLowerCase()) ?? longName(word))
    if (!format || (before === '' && formats.size === 0 && !/[\s+/&]/.test(rest))) break
    formats.add(format)
    rest = before.trim()
  }
  // A title that is a format, such as a word alone, stays a title.
  return rest === ''
    ? { rest: text, formats: [] }
    : { rest, formats: FORMATS.filter((format) => formats.has(format)) }
}

function longName(word: string): Format | undefined {
  return /^(?:4k uhd|4k ultra hd|ultra hd)$/i.test(word) ? 'bluray_4k' : undefined
}
