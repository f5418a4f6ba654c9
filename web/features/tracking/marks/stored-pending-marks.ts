import { dropUnsent, keepUnsent, readUnsent, type UnsentMark } from '../queue/unsent-marks.ts'
import { markKey, readMarkKey } from './marks.ts'
import type { Wish, WishStore } from './pending-marks.ts'

/** Keeps a person's wishes in the browser, over the closing of the page. */
export function storeOf(userId: string): WishStore {
  return {
    keep: (key, wish) => keepUnsent(userId, toMark(key, wish)),
    drop: (key, wish) => dropUnsent(userId, toMark(key, wish)),
  }
}

/** What the browser keeps of a person's wishes. Nobody is sending them, as far as this page knows: all of them wait. */
export function readStoredWishes(userId: string): Map<string, Wish> {
  return new Map(readUnsent(userId).map((mark) => [markKey(mark), { ...toWish(mark), waiting: true }]))
}

export function toWish({ on, at, waiting }: UnsentMark): Wish {
  return { value: on, at, waiting }
}

function toMark(key: string, { value, at, waiting }: Wish): UnsentMark {
  return { ...readMarkKey(key), on: value, at, waiting }
}
