import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Mark } from '../../../../domain/tracking/marks.ts'
import {
  parseStoredMark,
  readStoredMarks,
  removeOldMarks,
  removeStoredMark,
  removeStoredMarksOf,
  type StoredMark,
  storeMarks,
} from './stored-marks.ts'

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
const mark = (filmId: number, at = NOW, mark: Mark = 'dvd'): StoredMark => ({
  mark,
  filmId,
  on: true,
  at,
  queued: true,
})

test('the marks of each account are read separately, oldest first', () => {
  const made = [mark(3, NOW + 1), mark(1, NOW + 3), mark(2, NOW + 2, 'wishlist')]
  for (const one of made) expect(storeMarks('anna', [one])).toEqual([true])
  storeMarks('ann', [mark(4)])
  expect(readStoredMarks('anna').map(({ filmId }) => filmId)).toEqual([3, 2, 1])
  expect(readStoredMarks('ann').map(({ filmId }) => filmId)).toEqual([4])
  expect(readStoredMarks('ben')).toEqual([])
  removeStoredMarksOf((owner) => owner === 'ann')
  expect(readStoredMarks('anna').length).toBe(3)
  expect(readStoredMarks('ann')).toEqual([])
})

test('marks of a film and of a set with the same number are stored apart', () => {
  const ofSet: StoredMark = { mark: 'dvd', setId: 3, on: true, at: NOW + 1, queued: true }
  storeMarks('anna', [mark(3), ofSet])
  expect(readStoredMarks('anna')).toEqual([mark(3), ofSet])
  removeStoredMark('anna', ofSet)
  expect(readStoredMarks('anna')).toEqual([mark(3)])
})

test('a sent mark is removed, unless another tab has stored a newer value', () => {
  const sent = mark(1)
  storeMarks('anna', [sent])
  const newer = { ...sent, on: false, at: sent.at + 1 }
  storeMarks('anna', [newer])
  removeStoredMark('anna', sent)
  expect(readStoredMarks('anna')).toEqual([newer])
  removeStoredMark('anna', newer)
  expect(readStoredMarks('anna')).toEqual([])
})

test('marks of every account are removed after ninety days', () => {
  storeMarks('anna', [mark(1, NOW - 91 * 86_400_000)])
  storeMarks('ben', [mark(2, NOW - 89 * 86_400_000)])
  storage.setItem('theme', 'dark')
  removeOldMarks()
  expect(Object.keys(storage)).toEqual(['pending-mark ben dvd 2', 'theme'])
})

test('at most six thousand marks of an account are stored', () => {
  const made = Array.from({ length: 6001 }, (_, index) => mark(index + 1, NOW + index))
  expect(storeMarks('anna', made).map((isStored, index) => isStored === index < 6000)).not.toContain(false)
  expect(storeMarks('anna', [mark(6001)])).toEqual([false])
  const changed = { ...mark(7), on: false }
  expect(storeMarks('anna', [mark(6002), changed]), 'a stored mark can still change').toEqual([false, true])
  expect(storeMarks('ben', [mark(6001)]), 'other accounts are not affected').toEqual([true])
})

test('without a storage, or with a full one, nothing is stored and nothing throws', () => {
  vi.stubGlobal('localStorage', {
    ...storage,
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
  })
  expect(storeMarks('anna', [mark(1)])).toEqual([false])
  vi.stubGlobal('localStorage', undefined)
  expect(storeMarks('anna', [mark(1)])).toEqual([false])
  expect(readStoredMarks('anna')).toEqual([])
  removeStoredMark('anna', mark(1))
  removeStoredMarksOf((owner) => owner === 'anna')
})

test('only valid marks are read from arbitrary entries of the storage', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ on: fc.jsonValue(), at: fc.jsonValue(), queued: fc.jsonValue() })
      .map((value) => JSON.stringify(value)),
  )
  const keys = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.constantFrom('dvd', 'vhs', 'wishlist', 'toString', '__proto__'), fc.string())
      .map(([mark, film]) => `pending-mark anna ${mark} ${film}`),
    fc.constantFrom(
      'pending-mark anna dvd 1',
      'pending-mark anna dvd -1',
      'pending-mark anna dvd 1 1',
      'pending-mark anna dvd 9999999999',
    ),
  )
  fc.assert(
    fc.property(keys, hostile, (key, value) => {
      const read = parseStoredMark(key, value)
      if (!read) return
      const { mark, filmId, on, at, queued } = read.mark
      expect(key).toBe(`pending-mark ${read.userId} ${mark} ${filmId}`)
      expect([typeof on, typeof queued, Number.isSafeInteger(at) && at >= 0]).toEqual([
        'boolean',
        'boolean',
        true,
      ])
    }),
    { numRuns: 2000 },
  )
  expect(
    parseStoredMark('pending-mark anna dvd 1', '{"on":true,"at":5}')?.mark,
    'an entry of another release',
  ).toEqual({
    mark: 'dvd',
    filmId: 1,
    on: true,
    at: 5,
    queued: true,
  })
})
