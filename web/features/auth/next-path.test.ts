import { expect, test } from 'vitest'
import { nextPath } from './next-path.ts'

test.each(['/anna', '/?q=ozu&sort=title', '/account', '/anna?tab=wishlist#top'])(
  'a sign-in returns to %s',
  (path) => {
    expect(nextPath(path)).toBe(path)
  },
)

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'anna',
  '//',
  '',
  undefined,
  400,
])('a sign-in never goes to %j', (path) => {
  expect(nextPath(path)).toBe('/')
})

test('a sign-in does not return to the sign-in page', () => {
  expect(nextPath('/auth?next=%2Fanna')).toBe('/')
})
