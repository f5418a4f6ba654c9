import type { Format } from '../../../../domain/film/formats.ts'
import type { Price } from '../../../../domain/money/price.ts'
import { centsOf, formatToBuy, type WantedDisc } from '../../../../domain/shopping/shopping.ts'
import { wantedFormats } from '../details/wish-texts.ts'
import type { ListedWish, ListPrice } from './wishes-query.ts'

/** A wish as a disc to buy. */
export interface DiscToBuy extends WantedDisc {
  wish: ListedWish
  /** What the disc costs, in any currency; undefined if unknown. */
  asked: Price | undefined
  /** Where the price is from, unless the person wrote it. */
  listed: ListPrice | undefined
}

/**
 * Chooses the disc that a wish is for. Its price counts only in the currency of the budget.
 * @returns undefined if the film was released in no format that is wished for.
 */
export function discToBuy(wish: ListedWish, currency: string): DiscToBuy | undefined {
  const format = formatToBuy(wish, wantedFormats(wish))
  if (!format) return undefined
  const listed = wish.price === null ? wish.prices?.[format] : undefined
  const asked = askedFor(wish, listed, currency)
  return {
    wish,
    filmId: wish.film_id,
    spine: wish.spine,
    format,
    priority: wish.priority,
    price: asked?.currency === currency ? centsOf(asked.amount) : null,
    isOutOfPrint: wish[`${format}_oop` satisfies `${Format}_oop`],
    asked,
    listed,
  }
}

function askedFor(wish: ListedWish, listed: ListPrice | undefined, currency: string): Price | undefined {
  if (wish.price !== null) return { amount: wish.price, currency: wish.currency ?? currency }
  return listed && { amount: listed.price, currency: listed.currency }
}
