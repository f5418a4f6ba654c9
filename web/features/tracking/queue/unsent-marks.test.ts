import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Mark } from '../marks/marks.ts'
import {
  dropUnsent,
  forgetOldUnsent,
  forgetUnsent,
  keepUnsent,
  parseUnsent,
  readUnsent,
  type UnsentMark,
} from './unsent-marks.ts'

/** As a browser has it: a thing with a property for each entry. */
class TestStorage {
  [key: string]: unknown
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (this[key] as string) : null
  }
  setItem(key: string, value: string): void {
    this[key] = value
  }
  removeItem(key: string): void {
    delete this[key]
  }
}

let storage: TestStorage
beforeEach(() => {
  storage = new TestStorage()
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => vi.unstubAllGlobals())

const NOW = Date.now()
const mark = (filmId: number, at = NOW, mark: Mark = 'dvd'): UnsentMark => ({
  mark,
  filmId,
  on: true,
  at,
  waiting: true,
})

test('marks are read in the order they were made, each account’s by itself', () => {
  const made = [mark(3, NOW + 1), mark(1, NOW + 3), mark(2, NOW + 2, 'wishlist')]
  for (const one of made) expect(keepUnsent('anna', one)).toBe(true)
  keepUnsent('ann', mark(4))
  expect(readUnsent('anna').map(({ filmId }) => filmId)).toEqual([3, 2, 1])
  expect(readUnsent('ann').map(({ filmId }) => filmId)).toEqual([4])
  expect(readUnsent('ben')).toEqual([])
  forgetUnsent('ann')
  expect(readUnsent('anna').length).toBe(3)
  expect(readUnsent('ann')).toEqual([])
})

test('what was sent is dropped, unless another tab has wished for something else since', () => {
  const sent = mark(1)
  keepUnsent('anna', sent)
  const newer = { ...sent, on: false, at: sent.at + 1 }
  keepUnsent('anna', newer)
  dropUnsent('anna', sent)
  expect(readUnsent('anna')).toEqual([newer])
  dropUnsent('anna', newer)
  expect(readUnsent('anna')).toEqual([])
})

test('after ninety days a mark is forgotten, whosever it is', () => {
  keepUnsent('anna', mark(1, NOW - 91 * 86_400_000))
  keepUnsent('ben', mark(2, NOW - 89 * 86_400_000))
  storage.setItem('theme', 'dark')
  forgetOldUnsent()
  expect(Object.keys(storage)).toEqual(['unsent-mark ben dvd 2', 'theme'])
})

test('more than a thousand are not kept', () => {
  for (let filmId = 1; filmId <= 1000; filmId++) keepUnsent('anna', mark(filmId, NOW + filmId))
  expect(keepUnsent('anna', mark(1001))).toBe(false)
  expect(keepUnsent('anna', { ...mark(7), on: false }), 'but one that is there can change').toBe(true)
  expect(keepUnsent('ben', mark(1001)), 'and others are not kept from it').toBe(true)
})

test('without a storage, or with a full one, nothing is kept and nothing breaks', () => {
  vi.stubGlobal('localStorage', {
    ...storage,
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
  })
  expect(keepUnsent('anna', mark(1))).toBe(false)
  vi.stubGlobal('localStorage', undefined)
  expect(keepUnsent('anna', mark(1))).toBe(false)
  expect(readUnsent('anna')).toEqual([])
  dropUnsent('anna', mark(1))
  forgetUnsent('anna')
})

test('whatever stands in the storage, only whole marks are read from it', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ on: fc.jsonValue(), at: fc.jsonValue(), waiting: fc.jsonValue() })
      .map((value) => JSON.stringify(value)),
  )
  const keys = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.constantFrom('dvd', 'vhs', 'wishlist', 'toString', '__proto__'), fc.string())
      .map(([mark, film]) => `unsent-mark anna ${mark} ${film}`),
    fc.constantFrom(
      'unsent-mark anna dvd 1',
      'unsent-mark anna dvd -1',
      'unsent-mark anna dvd 1 1',
      'unsent-mark anna dvd 9999999999',
    ),
  )
  fc.assert(
    fc.property(keys, hostile, (key, value) => {
      const read = parseUnsent(key, value)
      if (!read) return
      const { mark, filmId, on, at, waiting } = read.mark
      expect(key).toBe(`unsent-mark ${read.userId} ${mark} ${filmId}`)
      expect([typeof on, typeof waiting, Number.isSafeInteger(at) && at >= 0]).toEqual([
        'boolean',
        'boolean',
        true,
      ])
    }),
    { numRuns: 2000 },
  )
  expect(parseUnsent('unsent-mark anna dvd 1', '{"on":true,"at":5}')?.mark, 'another release’s').toEqual({
    mark: 'dvd',
    filmId: 1,
    on: true,
    at: 5,
    waiting: true,
  })
})
