import { describe, expect, test } from 'vitest'
import { parseAccept, parseProfile } from './headers.ts'

describe('Accept', () => {
  test.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['APPLICATION/JSON; charset=utf-8', 'json'],
    ['application/vnd.pgrst.object+json', 'object'],
    ['text/csv', 'csv'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
    ['application/json;q=0.5, text/csv;q=0.9', 'csv'],
    ['image/png, text/csv', 'csv'],
  ])('%s selects %s', (accept, media) => {
    expect(parseAccept(accept)).toBe(media)
  })

  test.each([
    'image/png',
    'text/csv;q=0',
    'application/vnd.pgrst.object+json;nulls=stripped',
    ',',
    'constructor',
  ])('%s is refused with 406 PGRST107', (accept) => {
    expect(() => parseAccept(accept)).toThrow(expect.objectContaining({ status: 406, code: 'PGRST107' }))
  })
})

test('a schema other than public is refused with 406 PGRST106', () => {
  expect(() => parseProfile(undefined)).not.toThrow()
  expect(() => parseProfile('public')).not.toThrow()
  expect(() => parseProfile('auth')).toThrow(expect.objectContaining({ status: 406, code: 'PGRST106' }))
})
