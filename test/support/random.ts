/** A reproducible random generator: the same seed gives the same numbers. */
export interface Random {
  /** Returns a number of at least 0 and less than 1. */
  next(): number
  /** Returns a whole number of at least 0 and less than the limit. */
  below(limit: number): number
  /** Returns true with this probability. */
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** Returns an independent generator, unaffected by later calls of this one. */
  fork(): Random
}

/** Uses the generator mulberry32, which is good enough for test data. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('There is nothing to pick from.')
      return list[below(list.length)] as T
    },
    fork: () => seeded(below(2 ** 32)),
  }
}
