import { expect, test } from 'vitest'
import { parseSearch, SEARCH_MAX_LENGTH } from './search.ts'

test('words that name a format filter by it, in any case', () => {
  expect(parseSearch('Kurosawa 4K')).toEqual({ formats: ['bluray_4k'], words: ['kurosawa'] })
  expect(parseSearch('ld laserdisc dvd bd blu-ray bluray uhd').formats).toEqual([
    'laserdisc',
    'dvd',
    'bluray',
    'bluray_4k',
  ])
})

test('a format keyword inside a word is text', () => {
  expect(parseSearch('world')).toEqual({ formats: [], words: ['world'] })
})

test('accents, case and typographic signs do not matter', () => {
  expect(parseSearch('Ōzu').words).toEqual(parseSearch('OZU').words)
  expect(parseSearch('8½').words).toEqual(['8', '1/2'])
  expect(parseSearch('Schindler’s').words).toEqual(["schindler's"])
})

test('no word holds a sign with a meaning in a like pattern', () => {
  for (const word of parseSearch('100% * _ \\ a*b %_\\').words) expect(word).not.toMatch(/[*%_\\]/)
})

test('nothing and blanks search for nothing', () => {
  expect(parseSearch(' \t\n ')).toEqual({ formats: [], words: [] })
})

test('an endless text is cut', () => {
  expect(parseSearch('a'.repeat(10_000)).words[0]).toHaveLength(SEARCH_MAX_LENGTH)
})

test('of a pasted page only the first words count', () => {
  const words = Array.from({ length: 40 }, (_, index) => `w${index}`)
  expect(parseSearch(words.join(' ')).words).toEqual(words.slice(0, 20))
})
