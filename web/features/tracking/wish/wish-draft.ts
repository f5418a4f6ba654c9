import { DEFAULT_CURRENCY, parsePrice, typedPrice } from '../../../../domain/money/price.ts'
import type { Faults } from '../../../ui/form/use-form.ts'
import { priceFault, priceOf, textOf } from '../copies/copy.ts'
import type { Wish } from '../details/details.ts'

/** What the fields of the form hold, as typed. */
export interface WishDraft {
  /** Empty for none. */
  priority: string
  price: string
  note: string
}

export function hasNotes({ priority, price, note }: Wish): boolean {
  return priority !== null || price !== null || note !== null
}

export function draftOf(wish: Wish): WishDraft {
  const price = priceOf(wish)
  return {
    priority: String(wish.priority ?? ''),
    price: price ? typedPrice(price) : '',
    note: wish.note ?? '',
  }
}

export function checkDraft({ price }: WishDraft): Faults<WishDraft> {
  return { price: priceFault(price) }
}

/** Reads a draft that `checkDraft` finds nothing wrong with. */
export function readDraft(wish: Wish, { priority, price, note }: WishDraft): Wish {
  const asked = parsePrice(price, DEFAULT_CURRENCY)
  return {
    ...wish,
    priority: priority === '' ? null : Number(priority),
    price: asked?.amount ?? null,
    currency: asked?.currency ?? null,
    note: textOf(note),
  }
}
