import { describe, expect, test } from 'vitest'
import { narrow, parseLimit, parseOffset, parseRange } from './range.ts'

const all = { offset: 0, limit: null }

describe('a range', () => {
  test.each([
    ['0-24', { offset: 0, limit: 25 }],
    ['items=10-19', { offset: 10, limit: 10 }],
    ['10-', { offset: 10, limit: null }],
    ['5-5', { offset: 5, limit: 1 }],
    ['bytes=0-99', all],
    ['-5', all],
    [undefined, all],
  ])('is parsed from Range: %s', (header, range) => {
    expect(parseRange(header, undefined)).toEqual(range)
  })

  test('in another unit than items is ignored', () => {
    expect(parseRange('0-24', 'bytes')).toEqual(all)
    expect(parseRange('0-24', 'items')).toEqual({ offset: 0, limit: 25 })
  })

  test('that ends before it begins is refused with 416 PGRST103, as is a negative limit', () => {
    const refusal = expect.objectContaining({ status: 416, code: 'PGRST103' })
    expect(() => parseRange('9-3', undefined)).toThrow(refusal)
    expect(() => parseLimit('-1')).toThrow(refusal)
    expect(() => narrow({ offset: 0, limit: 5 }, null, 10)).toThrow(refusal)
  })

  test('has a limit and an offset that are whole numbers of any size', () => {
    expect(parseLimit('9'.repeat(400))).toBe(Number.MAX_SAFE_INTEGER)
    expect(parseOffset('-3')).toBe(0)
    for (const text of ['', 'abc', '1.5', '1e3', '0x1', ' 1']) {
      expect(() => parseLimit(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }))
    }
  })

  test('is the intersection of the header and the parameters', () => {
    expect(narrow(all, 15, 30)).toEqual({ offset: 30, limit: 15 })
    expect(narrow({ offset: 10, limit: 10 }, null, 15)).toEqual({ offset: 15, limit: 5 })
    expect(narrow(all, 0, 0)).toEqual({ offset: 0, limit: 0 })
    expect(narrow(all, null, 7)).toEqual({ offset: 7, limit: null })
  })
})
