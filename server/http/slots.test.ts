import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSlots } from './slots.ts'

/** Of the slots, a network may use all that are shared and four of those that are reserved. */
const FOR_ONE_NETWORK = 200 + 4

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a slow request beside few others leaves all slots', () => {
  const slots = openSlots()
  const slot = slots.takeAnyway('net')
  vi.advanceTimersByTime(10_000)
  slots.release(slot)
  expect(countFree(slots)).toBe(FOR_ONE_NETWORK)
})

test('slow requests beside many others reduce the slots, and fast ones bring them back', () => {
  const slots = openSlots()
  const taken = Array.from({ length: 200 }, () => slots.takeAnyway('net'))
  vi.advanceTimersByTime(5000)
  for (const slot of taken) slots.release(slot)
  // The fewest are 64, of which 80 % are shared.
  expect(countFree(slots)).toBe(52 + 4)
  for (let time = 0; time < 250; time++) slots.release(slots.takeAnyway('net'))
  expect(countFree(slots)).toBe(FOR_ONE_NETWORK)
})

/** Takes slots for one network until none is free, and gives them back. */
function countFree(slots: ReturnType<typeof openSlots>): number {
  const taken = []
  for (let slot = slots.take('net'); slot; slot = slots.take('net')) taken.push(slot)
  for (const slot of taken) slots.release(slot)
  return taken.length
}
