import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberedPages, rememberPages } from './remembered-pages.ts'

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

afterEach(() => vi.unstubAllGlobals())

test('each history entry keeps its own number of pages', () => {
  rememberPages('a', 7)
  rememberPages('b', 2)
  rememberPages('a', 8)
  expect(rememberedPages('a')).toBe(8)
  expect(rememberedPages('b')).toBe(2)
})

test('an unknown entry has one page', () => {
  expect(rememberedPages('new')).toBe(1)
  expect(rememberedPages(undefined)).toBe(1)
})

test('the oldest entries are forgotten, the latest kept', () => {
  for (let entry = 0; entry < 150; entry++) rememberPages(String(entry), 3)
  expect(rememberedPages('149')).toBe(3)
  expect(rememberedPages('50')).toBe(3)
  expect(rememberedPages('49')).toBe(1)
})

test('broken or forbidden storage counts as empty', () => {
  stored.set('catalogue-pages', '{"a":')
  expect(rememberedPages('a')).toBe(1)
  stored.set('catalogue-pages', '[["a",-1],["b"],7]')
  expect(rememberedPages('a')).toBe(1)

  vi.stubGlobal('sessionStorage', undefined)
  expect(rememberedPages('a')).toBe(1)
  expect(() => rememberPages('a', 2)).not.toThrow()
})
