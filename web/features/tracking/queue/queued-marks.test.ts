import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Mark } from '../marks/marks.ts'
import {
  parseQueuedMark,
  type QueuedMark,
  readQueuedMarks,
  removeOldQueuedMarks,
  removeQueuedMark,
  removeQueuedMarks,
  storeQueuedMark,
} from './queued-marks.ts'

/** As in a browser, each entry is also a property of the storage. */
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
const mark = (filmId: number, at = NOW, mark: Mark = 'dvd'): QueuedMark => ({
  mark,
  filmId,
  on: true,
  at,
  queued: true,
})

test('the marks of each account are read separately, oldest first', () => {
  const made = [mark(3, NOW + 1), mark(1, NOW + 3), mark(2, NOW + 2, 'wishlist')]
  for (const one of made) expect(storeQueuedMark('anna', one)).toBe(true)
  storeQueuedMark('ann', mark(4))
  expect(readQueuedMarks('anna').map(({ filmId }) => filmId)).toEqual([3, 2, 1])
  expect(readQueuedMarks('ann').map(({ filmId }) => filmId)).toEqual([4])
  expect(readQueuedMarks('ben')).toEqual([])
  removeQueuedMarks('ann')
  expect(readQueuedMarks('anna').length).toBe(3)
  expect(readQueuedMarks('ann')).toEqual([])
})

test('a sent mark is removed, unless another tab has stored a newer value', () => {
  const sent = mark(1)
  storeQueuedMark('anna', sent)
  const newer = { ...sent, on: false, at: sent.at + 1 }
  storeQueuedMark('anna', newer)
  removeQueuedMark('anna', sent)
  expect(readQueuedMarks('anna')).toEqual([newer])
  removeQueuedMark('anna', newer)
  expect(readQueuedMarks('anna')).toEqual([])
})

test('marks of every account are removed after ninety days', () => {
  storeQueuedMark('anna', mark(1, NOW - 91 * 86_400_000))
  storeQueuedMark('ben', mark(2, NOW - 89 * 86_400_000))
  storage.setItem('theme', 'dark')
  removeOldQueuedMarks()
  expect(Object.keys(storage)).toEqual(['unsent-mark ben dvd 2', 'theme'])
})

test('at most a thousand marks of an account are stored', () => {
  for (let filmId = 1; filmId <= 1000; filmId++) storeQueuedMark('anna', mark(filmId, NOW + filmId))
  expect(storeQueuedMark('anna', mark(1001))).toBe(false)
  expect(storeQueuedMark('anna', { ...mark(7), on: false }), 'a stored mark can still change').toBe(true)
  expect(storeQueuedMark('ben', mark(1001)), 'other accounts are not affected').toBe(true)
})

test('without a storage, or with a full one, nothing is stored and nothing throws', () => {
  vi.stubGlobal('localStorage', {
    ...storage,
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
  })
  expect(storeQueuedMark('anna', mark(1))).toBe(false)
  vi.stubGlobal('localStorage', undefined)
  expect(storeQueuedMark('anna', mark(1))).toBe(false)
  expect(readQueuedMarks('anna')).toEqual([])
  removeQueuedMark('anna', mark(1))
  removeQueuedMarks('anna')
})

test('only valid marks are read from arbitrary entries of the storage', () => {
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
      const read = parseQueuedMark(key, value)
      if (!read) return
      const { mark, filmId, on, at, queued } = read.mark
      expect(key).toBe(`unsent-mark ${read.userId} ${mark} ${filmId}`)
      expect([typeof on, typeof queued, Number.isSafeInteger(at) && at >= 0]).toEqual([
        'boolean',
        'boolean',
        true,
      ])
    }),
    { numRuns: 2000 },
  )
  expect(
    parseQueuedMark('unsent-mark anna dvd 1', '{"on":true,"at":5}')?.mark,
    'an entry of another release',
  ).toEqual({
    mark: 'dvd',
    filmId: 1,
    on: true,
    at: 5,
    queued: true,
  })
})
