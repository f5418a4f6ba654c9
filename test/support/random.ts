/** Chance that can be had again: the same seed gives the same numbers. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** A whole number of at least 0, less than the limit. */
  below(limit: number): number
  /** Whether something that happens this often happens now. */
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** Another that does not depend on how often this one is asked from here on. */
  fork(): Random
}

/** The generator mulberry32: good enough for choosing moments. */
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
