import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KEYS_PER_BLOCK } from '../films/film-pages.ts'
import { pickFilm } from './pick-film.ts'

/** A list of films with the spines 1 to `total`, which counts the blocks that are read. */
function listOf(total: number) {
  const list = {
    reads: 0,
    async readKeys(from: number) {
      list.reads++
      if (from > total) throw new RangeError(`There is no film ${from} of ${total}.`)
      const keys = Array.from({ length: Math.min(KEYS_PER_BLOCK, total - from) }, (_, index) => ({
        id: from + index + 1,
        spine: from + index + 1,
        laserdisc: false,
        dvd: true,
        bluray: false,
        bluray_4k: false,
      }))
      return { keys, total }
    },
  }
  return list
}

test('no film is picked twice before all films have been seen', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2500 }), fc.infiniteStream(RANDOM), async (total, numbers) => {
      const list = listOf(total)
      const random = () => numbers.next().value ?? 0
      const seen = new Set(Array.from({ length: Math.max(0, total - 20) }, (_, index) => index + 1))
      while (seen.size < total) {
        const picked = await pickFilm(list, total, seen, random)
        expect(picked?.allWereSeen).toBe(false)
        expect(seen).not.toContain(picked?.spine)
        seen.add(picked?.spine ?? 0)
      }
      const again = await pickFilm(list, total, seen, random)
      expect(again?.allWereSeen).toBe(true)
      if (total > 1) expect(again?.spine).not.toBe([...seen].at(-1))
    }),
    { numRuns: 40 },
  )
})

test('after all were seen, the film that was seen last is not picked again, even as the only one of a block', async () => {
  const total = KEYS_PER_BLOCK + 1
  const spines = Array.from({ length: total }, (_, index) => index + 1)
  const seen = new Set([...spines.slice(1), 1])
  // The list is read from its second film on, so that the first stands alone in the last block.
  const numbers = [1.5 / total, 0, 0]
  const picked = await pickFilm(listOf(total), total, seen, () => numbers.shift() ?? 0)
  expect(picked?.allWereSeen).toBe(true)
  expect(picked?.spine).not.toBe(1)
})

const RANDOM = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('an empty list has no film to pick', async () => {
  expect(await pickFilm(listOf(0), 0, new Set())).toBeNull()
})

test('every film of a short list is picked about equally often', async () => {
  const picked = Array.from({ length: 12 }, () => 0)
  for (let n = 0; n < 2400; n++) {
    const { spine = 0 } = (await pickFilm(listOf(12), 0, new Set())) ?? {}
    picked[spine - 1] = (picked[spine - 1] ?? 0) + 1
  }
  expect(Math.min(...picked)).toBeGreaterThan(120)
  expect(Math.max(...picked)).toBeLessThan(300)
})

test('the first pick of a long list reads one block, which may begin anywhere', async () => {
  const list = listOf(130_000)
  expect((await pickFilm(list, 130_000, new Set(), () => 0.9999))?.spine).toBeGreaterThan(129_900)
  expect(list.reads).toBe(1)
})
