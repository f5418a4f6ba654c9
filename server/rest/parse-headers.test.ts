import { describe, expect, test } from 'vitest'
import {
  narrow,
  parseAccept,
  parseLimit,
  parseOffset,
  parsePrefer,
  parseProfile,
  parseRange,
} from './parse-headers.ts'

const all = { offset: 0, limit: null }

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
  ])('%s gives %s', (accept, media) => {
    expect(parseAccept(accept)).toBe(media)
  })

  test.each([
    'image/png',
    'text/csv;q=0',
    'application/vnd.pgrst.object+json;nulls=stripped',
    ',',
    'constructor',
  ])('%s gives nothing: 406 PGRST107', (accept) => {
    expect(() => parseAccept(accept)).toThrow(expect.objectContaining({ status: 406, code: 'PGRST107' }))
  })
})

test('only the schema public is served: 406 PGRST106', () => {
  expect(() => parseProfile(undefined)).not.toThrow()
  expect(() => parseProfile('public')).not.toThrow()
  expect(() => parseProfile('auth')).toThrow(expect.objectContaining({ status: 406, code: 'PGRST106' }))
})

test('Prefer asks for a count in any of its kinds, among other preferences', () => {
  expect(parsePrefer('handling=lenient, count=exact')).toEqual({ count: true })
  expect(parsePrefer('count=planned')).toEqual({ count: true })
  expect(parsePrefer('count=some')).toEqual({ count: false })
  expect(parsePrefer(undefined)).toEqual({ count: false })
})

describe('a range', () => {
  test.each([
    ['0-24', { offset: 0, limit: 25 }],
    ['items=10-19', { offset: 10, limit: 10 }],
    ['10-', { offset: 10, limit: null }],
    ['5-5', { offset: 5, limit: 1 }],
    ['bytes=0-99', all],
    ['-5', all],
    [undefined, all],
  ])('Range: %s', (header, range) => {
    expect(parseRange(header, undefined)).toEqual(range)
  })

  test('in another unit is not for us', () => {
    expect(parseRange('0-24', 'bytes')).toEqual(all)
    expect(parseRange('0-24', 'items')).toEqual({ offset: 0, limit: 25 })
  })

  test('that ends before it begins, or a limit below zero, is not satisfiable: 416 PGRST103', () => {
    const refusal = expect.objectContaining({ status: 416, code: 'PGRST103' })
    expect(() => parseRange('9-3', undefined)).toThrow(refusal)
    expect(() => parseLimit('-1')).toThrow(refusal)
    expect(() => narrow({ offset: 0, limit: 5 }, null, 10)).toThrow(refusal)
  })

  test('a limit and an offset are whole numbers, however large', () => {
    expect(parseLimit('9'.repeat(400))).toBe(Number.MAX_SAFE_INTEGER)
    expect(parseOffset('-3')).toBe(0)
    for (const text of ['', 'abc', '1.5', '1e3', '0x1', ' 1']) {
      expect(() => parseLimit(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }))
    }
  })

  test('a header and parameters narrow each other', () => {
    expect(narrow(all, 15, 30)).toEqual({ offset: 30, limit: 15 })
    expect(narrow({ offset: 10, limit: 10 }, null, 15)).toEqual({ offset: 15, limit: 5 })
    expect(narrow(all, 0, 0)).toEqual({ offset: 0, limit: 0 })
    expect(narrow(all, null, 7)).toEqual({ offset: 7, limit: null })
  })
})
