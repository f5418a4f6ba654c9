import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { keepFirstScrollPosition } from './router-internals.ts'

test('a new router has the field that makes it scroll to the top after its first rendering', () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  expect(router._scroll.n).toBe(true)
  keepFirstScrollPosition(router)
  expect(router._scroll.n).toBe(false)
})
