import { fold } from './fold.ts'
import { type Format, formatOfKeyword } from './formats.ts'

/** What a person searches for: formats every hit must have, and folded words every hit must contain. */
export interface Search {
  formats: readonly Format[]
  words: readonly string[]
}

/** Longer input is cut: no title, director and spine together is longer. */
export const SEARCH_MAX_LENGTH = 200

/** More words than any film has; each is a pattern to look for. */
const MAX_WORDS = 20

/** Reads the search box: words that name a format filter by it, every other word is text to find. */
export function parseSearch(text: string): Search {
  const words = new Set(fold(text.slice(0, SEARCH_MAX_LENGTH)).split(/\s+/).filter(Boolean))
  const formats = new Set<Format>()
  for (const word of words) {
    const format = formatOfKeyword(word)
    if (!format) continue
    formats.add(format)
    words.delete(word)
  }
  return { formats: [...formats], words: [...words].slice(0, MAX_WORDS) }
}
