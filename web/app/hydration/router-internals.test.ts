import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { entryKey, keepFirstScrollPosition } from './router-internals.ts'

test('a new router has the field that makes it scroll to the top after its first rendering', () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  expect(router._scroll.n).toBe(true)
  keepFirstScrollPosition(router)
  expect(router._scroll.n).toBe(false)
})

test('each entry of the history has a key, also the second one of a page', async () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const first = entryKey(router.latestLocation)
  router.history.push('/')
  router.updateLatestLocation()
  expect(first).toEqual(expect.any(String))
  expect(entryKey(router.latestLocation)).not.toBe(first)
})
