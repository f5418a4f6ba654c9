import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageCountOf, storePageCount } from './page-counts.ts'

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

afterEach(() => vi.unstubAllGlobals())

test('each history entry has its own number of pages', () => {
  storePageCount('a', 7)
  storePageCount('b', 2)
  storePageCount('a', 8)
  expect(pageCountOf('a')).toBe(8)
  expect(pageCountOf('b')).toBe(2)
})

test('an unknown entry has one page', () => {
  expect(pageCountOf('new')).toBe(1)
  expect(pageCountOf(undefined)).toBe(1)
})

test('the storage holds only the latest hundred entries', () => {
  for (let entry = 0; entry < 150; entry++) storePageCount(String(entry), 3)
  expect(pageCountOf('149')).toBe(3)
  expect(pageCountOf('50')).toBe(3)
  expect(pageCountOf('49')).toBe(1)
})

test('broken or forbidden storage counts as empty', () => {
  stored.set('catalogue-pages', '{"a":')
  expect(pageCountOf('a')).toBe(1)
  stored.set('catalogue-pages', '[["a",-1],["b"],7]')
  expect(pageCountOf('a')).toBe(1)

  vi.stubGlobal('sessionStorage', undefined)
  expect(pageCountOf('a')).toBe(1)
  expect(() => storePageCount('a', 2)).not.toThrow()
})
