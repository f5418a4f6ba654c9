import { formatPartialDate, parsePartialDate } from '../../../../domain/dates/partial-date.ts'
import type { Format } from '../../../../domain/film/formats.ts'
import { DEFAULT_CURRENCY, type Price, parsePrice, typedPrice } from '../../../../domain/money/price.ts'
import type { Condition } from '../../../../domain/tracking/marks.ts'
import type { Faults } from '../../../ui/form/use-form.ts'
import type { Copy } from '../details/details.ts'

export const CONDITIONS: Readonly<Record<Condition, string>> = {
  sealed: 'Sealed',
  new: 'New',
  very_good: 'Very good',
  good: 'Good',
  worn: 'Worn',
}

/** What the fields of the form hold, as typed. */
export interface CopyDraft {
  format: string
  acquiredOn: string
  price: string
  store: string
  condition: string
  slipcover: string
  place: string
  lentTo: string
  lentOn: string
  note: string
}

export function draftOf(copy: Copy): CopyDraft {
  const price = priceOf(copy)
  return {
    format: copy.format,
    acquiredOn: copy.acquired_on === null ? '' : formatPartialDate(copy.acquired_on),
    price: price ? typedPrice(price) : '',
    store: copy.store ?? '',
    condition: copy.condition ?? '',
    slipcover: copy.slipcover === null ? '' : copy.slipcover ? 'yes' : 'no',
    place: copy.place ?? '',
    lentTo: copy.lent_to ?? '',
    lentOn: copy.lent_on === null ? '' : formatPartialDate(copy.lent_on),
    note: copy.note ?? '',
  }
}

export function blankDraft(format: Format): CopyDraft {
  return {
    format,
    acquiredOn: '',
    price: '',
    store: '',
    condition: '',
    slipcover: '',
    place: '',
    lentTo: '',
    lentOn: '',
    note: '',
  }
}

export function checkDraft(draft: CopyDraft): Faults<CopyDraft> {
  return {
    acquiredOn: dateFault(draft.acquiredOn),
    price: priceFault(draft.price),
    lentOn: dateFault(draft.lentOn),
  }
}

/** Reads a draft that `checkDraft` finds nothing wrong with. */
export function readDraft(id: string, draft: CopyDraft): Copy {
  const price = parsePrice(draft.price, DEFAULT_CURRENCY)
  return {
    id,
    format: draft.format as Format,
    acquired_on: parsePartialDate(draft.acquiredOn) ?? null,
    price: price?.amount ?? null,
    currency: price?.currency ?? null,
    store: textOf(draft.store),
    condition: draft.condition === '' ? null : (draft.condition as Condition),
    slipcover: draft.slipcover === '' ? null : draft.slipcover === 'yes',
    place: textOf(draft.place),
    lent_to: textOf(draft.lentTo),
    lent_on: parsePartialDate(draft.lentOn) ?? null,
    note: textOf(draft.note),
  }
}

export function priceOf({ price, currency }: Pick<Copy, 'price' | 'currency'>): Price | undefined {
  return price === null ? undefined : { amount: price, currency: currency ?? DEFAULT_CURRENCY }
}

export function dateFault(text: string): string | undefined {
  if (text.trim() === '' || parsePartialDate(text) !== undefined) return undefined
  return 'Write a date such as 3 Apr 1999, Apr 1999 or 1999.'
}

export function priceFault(text: string): string | undefined {
  if (text.trim() === '' || parsePrice(text, DEFAULT_CURRENCY)) return undefined
  return 'Write a price such as 27.50 or 27.50 EUR.'
}

export function textOf(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
