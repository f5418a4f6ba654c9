import { setTimeout as after } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { type CostlyLane, openCostlyLane } from './costly-lane.ts'

const AT_ONCE = { all: 2, costly: 1 }

/** Runs batches of given costs on a lane, and records in which order they begin. */
function recordedOn(lane: CostlyLane) {
  const begun: string[] = []
  const send = (text: string, ms: number) =>
    lane.run([{ text }], async () => {
      begun.push(text)
      await after(1)
      return { result: text, ms }
    })
  return { begun, send }
}

test('a cheap batch begins before all costly ones that wait', async () => {
  const { begun, send } = recordedOn(openCostlyLane(AT_ONCE))
  await send('cheap', 1)
  await send('costly', 20)
  const all = Array.from({ length: 5 }, () => send('costly', 20))
  await Promise.all([...all, send('cheap', 1)])
  expect(begun.slice(2)).toEqual(['costly', 'cheap', 'costly', 'costly', 'costly', 'costly'])
})

test('batches that are not known yet run one at a time, and those known to be cheap together', async () => {
  const lane = openCostlyLane(AT_ONCE)
  let running = 0
  const send = (text: string) =>
    lane.run([{ text }], async () => {
      running += 1
      const result = running
      await after(1)
      running -= 1
      return { result, ms: 1 }
    })
  const texts = [...'abcde'].map((name) => `select ${name}`)
  expect(Math.max(...(await Promise.all(texts.map(send))))).toBe(1)
  expect(Math.max(...(await Promise.all(texts.map(send))))).toBe(2)
})

test('a batch that turned out to be costly counts as costly, also those that wait already', async () => {
  const { begun, send } = recordedOn(openCostlyLane(AT_ONCE))
  await send('cheap', 1)
  await send('rising', 1)
  const rising = Array.from({ length: 12 }, () => send('rising', 20))
  await Promise.all(rising.slice(0, 6))
  await Promise.all([...rising, send('cheap', 1)])
  expect(begun.lastIndexOf('cheap')).toBeLessThan(begun.length - 1)
})

test('a batch that took long once, on a busy machine, stays cheap', async () => {
  const { begun, send } = recordedOn(openCostlyLane(AT_ONCE))
  for (const ms of [1, 50, 50]) await send('cheap', ms)
  await send('costly', 20)
  await Promise.all([send('costly', 20), send('costly', 20), send('cheap', 1)])
  expect(begun.slice(-3)).toEqual(['costly', 'cheap', 'costly'])
})

test('however many cheap batches come, the one that waits longest has its turn', async () => {
  const { begun, send } = recordedOn(openCostlyLane({ all: 1, costly: 1 }))
  await send('cheap', 1)
  await send('costly', 20)
  const all = [send('cheap', 1), send('costly', 20), ...Array.from({ length: 30 }, () => send('cheap', 1))]
  await Promise.all(all)
  expect(begun.lastIndexOf('costly')).toBeLessThan(15)
})

test('numbers in a statement do not make it another one', async () => {
  const { begun, send } = recordedOn(openCostlyLane(AT_ONCE))
  await send('select 1 offset 50', 1)
  await send('costly', 20)
  await Promise.all([send('costly', 20), send('costly', 20), send('select 1 offset 100', 1)])
  expect(begun.slice(-3)).toEqual(['costly', 'select 1 offset 100', 'costly'])
})

test('a batch that fails rejects, and the next ones run', async () => {
  const lane = openCostlyLane({ all: 1, costly: 1 })
  const failing = lane.run([{ text: 'a' }], () => Promise.reject(new Error('refused')))
  const { send } = recordedOn(lane)
  await expect(failing).rejects.toThrow('refused')
  expect(await send('b', 1)).toBe('b')
})

test('a batch that waits too long is refused, and does not run later', async () => {
  const lane = openCostlyLane({ all: 1, costly: 1 }, 20)
  const stalled = Promise.withResolvers<{ result: string; ms: number }>()
  const first = lane.run([{ text: 'a' }], () => stalled.promise)
  const begin = vi.fn(async () => ({ result: 'b', ms: 1 }))
  await expect(lane.run([{ text: 'b' }], begin)).rejects.toMatchObject({ code: '08006' })
  stalled.resolve({ result: 'a', ms: 1 })
  expect(await first).toBe('a')
  expect(begin).not.toHaveBeenCalled()
  expect(await lane.run([{ text: 'b' }], begin)).toBe('b')
})
