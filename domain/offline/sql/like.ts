/** The operator `like`. */

import { Unanswerable } from '../unanswerable.ts'

/** A pattern that finds a text without special characters anywhere. */
const CONTAINS = /^%([^%_\\]*)%$/
const TOKEN = /\\?./gsu

/**
 * Returns a test whether a text matches a pattern: `%` stands for any characters, `_` for one, and a backslash takes
 * the next character as it is.
 * @throws Unanswerable for a pattern that ends with a backslash, which the database refuses.
 */
export function likeTest(pattern: string): (text: string) => boolean {
  const [, word] = CONTAINS.exec(pattern) ?? []
  if (word !== undefined) return (text) => text.includes(word)
  const source = (pattern.match(TOKEN) ?? []).map(sourceOf).join('')
  const expression = new RegExp(`^${source}$`, 'su')
  return (text) => expression.test(text)
}

function sourceOf(token: string): string {
  if (token === '%') return '.*'
  if (token === '_') return '.'
  if (token === '\\') throw new Unanswerable('a pattern that ends with a backslash')
  const sign = token.startsWith('\\') ? token.slice(1) : token
  return sign.replace(/[$()*+.?[\\\]^{|}/]/g, '\\$&')
}
