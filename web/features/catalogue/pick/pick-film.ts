import { type FilmKey, type FilmList, KEYS_PER_BLOCK } from '../films/film-pages.ts'

/**
 * Picks a film of a list at random, and none of those seen until all were seen.
 * @param total the number of films in the list, as far as it is known; a wrong one only makes the choice less even.
 * @param random returns a number from 0 up to 1.
 * @returns its spine, and whether all films had been seen; null if the list is empty.
 */
export async function pickFilm(
  list: Pick<FilmList<unknown>, 'readKeys'>,
  total: number,
  seen: ReadonlySet<number>,
  random: () => number = Math.random,
): Promise<{ spine: number; allWereSeen: boolean } | null> {
  const latest = [...seen].at(-1)
  let last: FilmKey[] = []
  for await (const keys of blocksOf(list, total, random)) {
    const unseen = keys.filter(({ spine }) => !seen.has(spine))
    if (unseen.length > 0) return { spine: oneOf(unseen, random).spine, allWereSeen: false }
    if (last.length === 0 || keys.some(({ spine }) => spine !== latest)) last = keys
  }
  if (last.length === 0) return null
  // Not the film that was seen last, unless it is the only one.
  const others = last.filter(({ spine }) => spine !== latest)
  return { spine: oneOf(others.length > 0 ? others : last, random).spine, allWereSeen: true }
}

/** Reads a list block by block. A list of more than one block is read from a random film on and then from its beginning. */
async function* blocksOf(
  list: Pick<FilmList<unknown>, 'readKeys'>,
  estimate: number,
  random: () => number,
): AsyncGenerator<FilmKey[]> {
  const start = estimate > KEYS_PER_BLOCK ? Math.floor(random() * estimate) : 0
  let total = estimate
  for (let from = start; from === start || from < total; from += KEYS_PER_BLOCK) {
    const block = await list.readKeys(from)
    total = block.total
    if (block.keys.length > 0) yield block.keys
  }
  for (let from = 0; from < Math.min(start, total); from += KEYS_PER_BLOCK) {
    const { keys } = await list.readKeys(from)
    yield keys.slice(0, start - from)
  }
}

function oneOf<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('There is nothing to choose from.')
  return item
}
