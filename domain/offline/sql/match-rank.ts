/** How well a film matches a search: the twin of `private.match_rank` (…_search.sql). */

import type { IndexedFilm } from '../tables/indexed-film.ts'

const LONGEST_PHRASE = 200
const MAX_WORDS = 20

/** What is no letter and no digit in the database's regular expressions under ICU. */
const SEPARATORS = /[^\p{L}\p{Nd}]+/gu

/**
 * Returns a function that ranks films: 0 if the spine is a word of the phrase, 1 if the title begins with the phrase, 2 if
 * each word of the phrase is a whole word of the film, otherwise 3.
 */
export function matchRank(phrase: string): (film: IndexedFilm) => number {
  const start = [...phrase].slice(0, LONGEST_PHRASE).join('')
  const words = new Set(start === '' ? [] : start.split(' ').slice(0, MAX_WORDS))
  const wholeWords = start
    .replace(SEPARATORS, ' ')
    .replace(/^ +| +$/g, '')
    .split(' ')
    .slice(0, MAX_WORDS)
  const expressions = wholeWords.map((word) => new RegExp(wholeWord(word), 'u'))
  return (film) => {
    if (words.has(String(film.film.spine))) return 0
    if (film.search.startsWith(phrase)) return 1
    return expressions.every((expression) => expression.test(film.search)) ? 2 : 3
  }
}

/** The word has letters and digits only. An empty word matches nothing: no position both begins and ends a word. */
function wholeWord(word: string): string {
  return word === '' ? '(?!)' : `(?<![\\p{L}\\p{Nd}_])${word}(?![\\p{L}\\p{Nd}_])`
}
