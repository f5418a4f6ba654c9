import { fold } from '../../search/fold.ts'

const ARTICLES = /^(?:the|an?|le|la|les|l|une?|el|los|las|il|lo|gli|i|der|die|das|eine?|den|det|os?|as) (?=.)/
const ARTICLE_AT_THE_END = /^(.+), (the|an?|le|la|les|l'|une?|el|los|las|il|lo|gli|der|die|das|eine?)$/i

/**
 * What a disc's title adds to its film's: `(The Criterion Collection)`, `[Blu-ray]`, `4K`, `- Criterion Collection`.
 * A year in brackets stays, because it is read as one.
 */
const EDITION =
  / ?(?:[([][^()[\]]*\b(?:criterion|blu-?ray|dvd|uhd|4k|laserdisc)\b[^()[\]]*[)\]]|[-–—:] ?(?:the )?criterion (?:collection|edition)|[-–—] ?(?:ultra hd|4k(?: uhd)?|blu-?ray|dvd)|\b4k(?: (?:uhd|ultra hd))?|\bblu-?ray|\bdvd)$/i

/** What is longer is no title, and searching it for an edition would take long. */
const LONGEST_TITLE = 1000

/** Removes what a disc's title adds to its film's title, unless nothing else is left. */
export function withoutEdition(title: string): string {
  let left = title.trim().replace(/\s+/g, ' ')
  if (left.length > LONGEST_TITLE) return left
  for (let shorter = left; ; ) {
    shorter = left.replace(EDITION, '').trim()
    if (shorter === left || shorter === '') return left
    left = shorter
  }
}

/**
 * Returns a title for comparing: folded, without punctuation and without a leading article; `Seven Samurai, The` as
 * `The Seven Samurai`.
 */
export function titleKey(title: string): string {
  const whole = title.trim().replace(ARTICLE_AT_THE_END, '$2 $1')
  // Folding takes most of the time that matching a long file takes, and most titles do not need it.
  const folded = PLAIN.test(whole) ? whole.toLowerCase() : fold(whole)
  const words = folded
    .replace(/['\u2019]/g, '')
    .replaceAll('&', ' and ')
    .replace(PLAIN.test(folded) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words.replace(ARTICLES, '') || words || folded
}

const PLAIN = /^[ -~]*$/

/** How alike two keys are, from 0 to 1: the share of pairs of letters that both have. */
export function likeness(one: string, other: string): number {
  if (one === other) return 1
  if (one.length < 2 || other.length < 2) return 0
  const pairs = new Map<string, number>()
  for (let at = 0; at < one.length - 1; at++) {
    const pair = one.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  let both = 0
  for (let at = 0; at < other.length - 1; at++) {
    const pair = other.slice(at, at + 2)
    const left = pairs.get(pair) ?? 0
    if (left === 0) continue
    pairs.set(pair, left - 1)
    both++
  }
  return (2 * both) / (one.length + other.length - 2)
}
