import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Pictured } from '../../domain/pictures.ts'
import { AT_ONCE, drawingQueue, MAX_WAITING } from './drawing-queue.ts'

const site = (films: number): Pictured => ({ kind: 'site', films })
const numberOf = (pictured: Pictured) => (pictured.kind === 'site' ? pictured.films : Number.NaN)

/** A queue whose pictures take a few milliseconds each and contain their number; every seventh one fails. */
function countingQueue() {
  const seen = { loads: 0, now: 0, most: 0, order: [] as number[] }
  const draw = drawingQueue(async () => {
    seen.loads++
    return async (pictured) => {
      seen.order.push(numberOf(pictured))
      seen.most = Math.max(seen.most, ++seen.now)
      await setTimeout(3)
      seen.now--
      if (numberOf(pictured) % 7 === 6) throw new Error('This picture cannot be drawn.')
      return Buffer.from(String(numberOf(pictured)))
    }
  })
  return { draw, seen }
}

test('a bounded number of pictures is drawn at once, in the order of the requests', async () => {
  const { draw, seen } = countingQueue()
  const numbers = Array.from({ length: MAX_WAITING }, (_, index) => index)
  const results = await Promise.allSettled(numbers.map((number) => draw(site(number))))
  expect([1, 2]).toContain(AT_ONCE)
  expect(seen).toEqual({ loads: 1, now: 0, most: AT_ONCE, order: numbers })
  expect(
    results.map((result) => (result.status === 'fulfilled' ? Number(String(result.value)) : -1)),
  ).toEqual(numbers.map((number) => (number % 7 === 6 ? -1 : number)))
})

test('a picture is refused while too many wait, and drawn again afterwards', async () => {
  const { draw, seen } = countingQueue()
  const more = 5
  const results = await Promise.allSettled(
    Array.from({ length: AT_ONCE + MAX_WAITING + more }, () => draw(site(1))),
  )
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toHaveLength(more)
  for (const error of refused) expect(error).toMatchObject({ status: 503 })
  expect(seen.order).toHaveLength(AT_ONCE + MAX_WAITING)
  expect(String(await draw(site(2)))).toBe('2')
})

test('the library is loaded for the first picture, and again if that failed', async () => {
  let loads = 0
  const draw = drawingQueue(async () => {
    if (++loads === 1) throw new Error('The library cannot be loaded.')
    return async (pictured) => Buffer.from(String(numberOf(pictured)))
  })
  expect(loads).toBe(0)
  await expect(draw(site(1))).rejects.toThrow('The library cannot be loaded.')
  expect(String(await draw(site(2)))).toBe('2')
  expect(String(await draw(site(3)))).toBe('3')
  expect(loads).toBe(2)
})
