import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { keepFirstScrollPosition } from './router-internals.ts'

test('the router stores in _scroll.n whether a navigation resets the scroll position', async () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  await router.load()
  await router.navigate({ to: '.', resetScroll: false })
  expect(router._scroll.n).toBe(false)
  await router.navigate({ to: '.', resetScroll: true })
  expect(router._scroll.n).toBe(true)
  keepFirstScrollPosition(router)
  expect(router._scroll.n).toBe(false)
})
