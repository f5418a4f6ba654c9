import { type Format, formatOfKeyword } from '../film/formats.ts'
import { fold } from './fold.ts'

/** A parsed search. Every match has all the formats and contains all the words. */
export interface Search {
  formats: readonly Format[]
  /** If there are any, every match has one of these spines. */
  spines: readonly number[]
  /** The other words, folded and without repetitions. */
  words: readonly string[]
  /** The folded words in the order they were typed, with single spaces. */
  phrase: string
}

/** Longer input is cut. No film's title, director and spine together are longer. */
export const SEARCH_MAX_LENGTH = 200

/** More words than any film has. Each is a pattern that the database searches for. */
const MAX_WORDS = 20

/** `#2` and `spine 2`, with a valid spine. */
const SPINE = /(?<=^|\s)(?:spine\s*#?|#)\s*(\d{1,9})(?=\s|$)/g

/** Parses the search box: spines and the names of formats are filters, every other word is text to find. */
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
