import type { Flag, Format } from './formats.ts'

/** A wish as a gift link shows it. No format wished for means any. */
export type GiftWish = {
  spine: number
  title: string
  director: string | null
  year: number | null
  /** 1 (highest) to 3. */
  priority: number | null
} & Record<Flag, boolean> &
  Record<`wants_${Format}`, boolean>

/** What a gift link shows. */
export interface GiftWishlist {
  username: string
  wishes: GiftWish[]
}

export function giftTitle(username: string): string {
  return `${username}'s Wishlist`
}
