import { expect, test } from 'vitest'
import { Unanswerable } from '../unanswerable.ts'
import { likeTest } from './like.ts'

test.each([
  ['%king%', 'the king of kings', true],
  ['%king%', 'the queen', false],
  ['king', 'the king', false],
  ['%king', 'the king', true],
  ['the%s', 'the king of\nkings', true],
  ['_ing', 'king', true],
  ['_ing', '😀ing', true],
  ['_ing', 'viking', false],
  ['100\\%', '100%', true],
  ['100\\%', '1000', false],
  ['a\\_b', 'axb', false],
  ['\\a', 'a', true],
  ['(a|b).*[c]', '(a|b).*[c]', true],
  ['%.%', 'a', false],
  ['', '', true],
])('the pattern %s of like matches %j: %s', (pattern, text, matches) => {
  expect(likeTest(pattern)(text)).toBe(matches)
})

test('a pattern that ends with a backslash is left to the server', () => {
  expect(() => likeTest('a\\')).toThrow(Unanswerable)
  expect(likeTest('a\\\\')('a\\')).toBe(true)
})
