import { expect, test } from 'vitest'
import { BLOCK_SIZE, readAllAfter, readAllByRange } from './read-all.ts'

test.each([0, 1, BLOCK_SIZE, 2 * BLOCK_SIZE + 1])(
  '%i rows are read once each and in order',
  async (count) => {
    const ids = Array.from({ length: count }, (_, index) => 3 * index + 1)
    const afterId = await readAllAfter(
      async (after) => ({ data: ids.filter((id) => id > after).slice(0, BLOCK_SIZE) }),
      (id) => id,
    )
    expect(afterId).toEqual(ids)
    expect(await readAllByRange(async (from, to) => ({ data: ids.slice(from, to + 1) }))).toEqual(ids)
  },
)

test('a row that is deleted while the rows are read shifts no other row', async () => {
  let ids = Array.from({ length: BLOCK_SIZE + 2 }, (_, index) => index + 1)
  const read = await readAllAfter(
    async (after) => {
      const data = ids.filter((id) => id > after).slice(0, BLOCK_SIZE)
      ids = ids.slice(1)
      return { data }
    },
    (id) => id,
  )
  expect(read.length).toBe(BLOCK_SIZE + 2)
})
