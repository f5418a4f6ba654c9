import { expect, test } from 'vitest'
import { compareCodePoints, compareTexts, rankedOrder } from './collation.ts'

const TITLES = [
  'zoo',
  'Élan',
  'elan',
  'Elan',
  'élan',
  '8½',
  '“Quoted”',
  'a b',
  'ab',
  'Ōzu',
  '',
  'Z',
  '銀',
  '😀',
]

test('accents and case decide only ties', () => {
  const sorted = ['élan', 'Elan', 'Élan', 'elan', 'elbow', 'ekg'].sort(compareTexts)
  expect(sorted).toEqual(['ekg', 'elan', 'Elan', 'élan', 'Élan', 'elbow'])
})

test('texts that look alike have one order', () => {
  expect(compareTexts('\u00e9', 'e\u0301')).toBeGreaterThan(0)
  expect(compareTexts('e\u0301', '\u00e9')).toBeLessThan(0)
  expect(compareTexts('\u00e9', '\u00e9')).toBe(0)
})

test('code points are compared beyond the basic plane', () => {
  // In UTF-16, the face begins with the unit D83D, which is less than FF5E.
  expect(compareCodePoints('😀', '～')).toBeGreaterThan(0)
  expect(compareCodePoints('😀', '😁')).toBeLessThan(0)
  expect(compareCodePoints('a', 'ab')).toBeLessThan(0)
  expect(compareCodePoints('', '')).toBe(0)
})

test('the order by ranks is the same, also for texts without a rank', () => {
  const compare = rankedOrder(() => [...TITLES.slice(0, 8), null, 'zoo'])
  for (const one of TITLES) {
    for (const other of TITLES) {
      expect(Math.sign(compare(one, other)), `${one} ${other}`).toBe(Math.sign(compareTexts(one, other)))
    }
  }
})
