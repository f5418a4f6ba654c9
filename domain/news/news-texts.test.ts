import { expect, test } from 'vitest'
import { newsText } from './news-texts.ts'

const FILM = { spine: 2, title: 'Seven Samurai' }

test.each([
  ['format', 'bluray_4k', 'Seven Samurai is out on 4K Ultra HD.'],
  ['out_of_print', 'dvd', 'Seven Samurai has gone out of print on DVD.'],
  ['spine', null, 'New in the collection: Seven Samurai, spine 2.'],
] as const)('news of the kind %s in one sentence', (kind, format, text) => {
  expect(newsText({ ...FILM, kind, format })).toBe(text)
})
