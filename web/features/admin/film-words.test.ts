import { expect, test } from 'vitest'
import { COLUMN_NAMES, inWords } from './film-words.ts'

test('flags have the names of their formats', () => {
  expect(COLUMN_NAMES.bluray_4k).toBe('4K Ultra HD')
  expect(COLUMN_NAMES.bluray_4k_oop).toBe('4K Ultra HD out of print')
})

test.each([
  ['dvd', true, 'yes'],
  ['dvd', false, 'no'],
  ['country', null, 'none'],
  ['country', undefined, 'none'],
  ['country', 'Japan', 'Japan'],
  ['year', 1954, '1954'],
  ['title', '8½', '“8½”'],
  ['imdb_link', 'https://www.imdb.com/title/tt1/', 'imdb.com/title/tt1'],
  ['box_art_url', `http://example.org/${'x'.repeat(90)}`, `example.org/${'x'.repeat(36)}…`],
] as const)('%s %j is told as %s', (column, value, words) => {
  expect(inWords(column, value)).toBe(words)
})
