import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPageLane } from './page-lane.ts'

test('two pages load at once, and others wait', async () => {
  const inLane = openPageLane()
  let loading = 0
  const counts = Array.from({ length: 6 }, () =>
    inLane(async () => {
      loading += 1
      const count = loading
      await after(1)
      loading -= 1
      return count
    }),
  )
  expect(Math.max(...(await Promise.all(counts)))).toBe(2)
})

test('other work of the event loop runs between any two pages', async () => {
  const inLane = openPageLane()
  const order: string[] = []
  const tick = () => {
    order.push('other')
    if (order.length < 20) setImmediate(tick)
  }
  setImmediate(tick)
  await Promise.all(Array.from({ length: 4 }, () => inLane(async () => {}).then(() => order.push('page'))))
  expect(order.join(' ')).not.toContain('page page')
})

test('a page that fails to load rejects, and the next one loads', async () => {
  const inLane = openPageLane()
  await expect(inLane(() => Promise.reject(new Error('unreadable')))).rejects.toThrow('unreadable')
  expect(await inLane(async () => 'page')).toBe('page')
})
