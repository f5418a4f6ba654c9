import type { Meaning } from '../row.ts'

/** Guesses what a list is from its name and tags: `watchlist.csv`, `On Order`, `My Blu-rays`. */
export function guessMeaning(name: string, otherwise: Meaning): Meaning {
  const text = name.toLowerCase()
  if (/wish|want|watchlist|watch list|plan ?to ?watch|to (?:buy|watch)|on order|ordered|preorder/.test(text))
    return 'wishlist'
  if (/\bsold\b|not in collection|dropped|digital|stream|favou?rite|liked/.test(text)) return 'left'
  if (/watched|\bseen\b|diary|rating|review|history|completed/.test(text)) return 'watched'
  if (/\bown|collection|shelf|\bdvds?\b|blu-? ?ray|\b4k\b|\buhd\b|laser ?disc|for sale/.test(text))
    return 'owned'
  return otherwise
}

/** Whether a cell says yes: `X`, `true`, `yes`, `1`. */
export function isYes(text: string): boolean {
  return /^(x|✓|✔|y|yes|true|1|owned|watched)$/i.test(text)
}
