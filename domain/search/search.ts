import { type Format, formatOfKeyword } from '../film/formats.ts'
import { fold } from './fold.ts'

/** What a person searches for. Every hit has all the formats and contains all the words. */
export interface Search {
  formats: readonly Format[]
  /** Where there are any, every hit has one of them. */
  spines: readonly number[]
  /** Folded, each once. */
  words: readonly string[]
  /** The words as they were typed, with single spaces. */
  phrase: string
}

/** Longer input is cut: no title, director and spine together is longer. */
export const SEARCH_MAX_LENGTH = 200

/** More words than any film has; each is a pattern to look for. */
const MAX_WORDS = 20

/** `#2` and `spine 2`, of what a spine can be. */
const SPINE = /(?<=^|\s)(?:spine\s*#?|#)\s*(\d{1,9})(?=\s|$)/g

/** Reads the search box: spines and words that name a format filter by it, every other word is text to find. */
export function parseSearch(text: string): Search {
  const folded = fold(text.slice(0, SEARCH_MAX_LENGTH))
  const spines = new Set([...folded.matchAll(SPINE)].map(([, spine]) => Number(spine)))
  const all = folded.replaceAll(SPINE, ' ').split(/\s+/).filter(Boolean)
  const typed = all.filter((word) => !formatOfKeyword(word))
  return {
    formats: [...new Set(all.flatMap((word) => formatOfKeyword(word) ?? []))],
    spines: [...spines].slice(0, MAX_WORDS),
    words: [...new Set(typed)].slice(0, MAX_WORDS),
    phrase: typed.join(' '),
  }
}
