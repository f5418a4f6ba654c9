import { expect, test } from 'vitest'
import { inWords } from './film-words.ts'

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
] as const)('%s %j in words is %s', (column, value, words) => {
  expect(inWords(column, value)).toBe(words)
})
