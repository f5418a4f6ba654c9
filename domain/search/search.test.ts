import { expect, test } from 'vitest'
import { parseSearch, SEARCH_MAX_LENGTH } from './search.ts'

test('words that name a format filter by it, in any case', () => {
  expect(parseSearch('Kurosawa 4K')).toMatchObject({ formats: ['bluray_4k'], words: ['kurosawa'] })
  expect(parseSearch('ld laserdisc dvd bd blu-ray bluray uhd').formats).toEqual([
    'laserdisc',
    'dvd',
    'bluray',
    'bluray_4k',
  ])
})

test('a format keyword inside a word is text', () => {
  expect(parseSearch('world')).toMatchObject({ formats: [], words: ['world'] })
})

test('accents, case and typographic signs do not matter', () => {
  expect(parseSearch('Ōzu').words).toEqual(parseSearch('OZU').words)
  expect(parseSearch('8½').words).toEqual(['8', '1/2'])
  expect(parseSearch('Schindler’s').words).toEqual(["schindler's"])
})

test('no word contains a sign with a meaning in a like pattern', () => {
  for (const word of parseSearch('100% * _ \\ a*b %_\\').words) expect(word).not.toMatch(/[*%_\\]/)
})

test('an empty or blank text searches for nothing', () => {
  expect(parseSearch(' \t\n ')).toEqual({ formats: [], spines: [], words: [], phrase: '' })
})

test('an endless text is cut', () => {
  expect(parseSearch('a'.repeat(10_000)).words[0]).toHaveLength(SEARCH_MAX_LENGTH)
})

test('only the first words of a pasted page are used', () => {
  const words = Array.from({ length: 40 }, (_, index) => `w${index}`)
  expect(parseSearch(words.join(' ')).words).toEqual(words.slice(0, 20))
})

test('the phrase has the words in the order they were typed', () => {
  const { words, phrase } = parseSearch(' New  York,  DVD New York ')
  expect(phrase).toBe('new york, new york')
  expect(words).toEqual(['new', 'york,', 'york'])
})

test.each([
  ['#2', [2]],
  ['spine 2', [2]],
  ['Spine #2', [2]],
  ['# 02', [2]],
  ['#2 #10 #2', [2, 10]],
])('%s searches for films by their spines', (text, spines) => {
  expect(parseSearch(text)).toEqual({ formats: [], spines, words: [], phrase: '' })
})

test('a spine can be combined with words and formats', () => {
  expect(parseSearch('samurai #2 4k')).toEqual({
    formats: ['bluray_4k'],
    spines: [2],
    words: ['samurai'],
    phrase: 'samurai',
  })
})

test.each(['2', 'spine', '#', 'a#2', '#2nd', 'spineless 2', '#12345678901'])('%s is text to find', (text) => {
  const { spines, phrase } = parseSearch(text)
  expect([spines, phrase]).toEqual([[], text])
})
