import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { newEndable, watchTimeLimits, whileEndable } from './time-limit.ts'

const LIMIT_MS = 300

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0)) step()
  vi.restoreAllMocks()
})

function watched() {
  const endable = newEndable()
  const ended: number[] = []
  undo.push(
    watchTimeLimits(
      endable,
      () => LIMIT_MS,
      (id) => ended.push(id),
    ),
  )
  return { endable, ended }
}

test('a request is ended after its time limit, and then does not commit', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('the thread has ended')
  })
  const { endable, ended } = watched()
  await expect(whileEndable(endable, 7, () => pause(3 * LIMIT_MS))).rejects.toThrow('the thread has ended')
  expect(ended).toEqual([7])
  expect(exit).toHaveBeenCalledTimes(1)
})

test('a request that commits is no longer ended, and each has the whole time limit', async () => {
  const { endable, ended } = watched()
  for (const id of [1, 2, 3, 4])
    expect(await whileEndable(endable, id, () => pause(LIMIT_MS / 3, id))).toBe(id)
  await pause(2 * LIMIT_MS)
  expect(ended).toEqual([])
})

test('a request that fails is no longer ended', async () => {
  const { endable, ended } = watched()
  await expect(whileEndable(endable, 1, () => Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  )
  await pause(2 * LIMIT_MS)
  expect(ended).toEqual([])
})
