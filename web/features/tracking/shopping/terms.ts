import { DEFAULT_CURRENCY, type Price, parsePrice } from '../../../../domain/money/price.ts'
import { centsOf, type Terms } from '../../../../domain/shopping/shopping.ts'
import type { TypedTerms } from './typed-terms.ts'

/** The terms of a plan, and the currency of its budget. Text that cannot be read counts as none. */
export function termsOf({ off = '', budget = '' }: TypedTerms): Terms & { currency: string } {
  const money = budgetOf(budget)
  return {
    percentOff: percentOf(off) ?? 0,
    budget: money && centsOf(money.amount),
    currency: money?.currency ?? DEFAULT_CURRENCY,
  }
}

/** Returns a percentage with at most two decimals; undefined for any other text. */
export function percentOf(text: string): number | undefined {
  const plain = text.trim().replace(/ ?%$/, '').replace(',', '.')
  return /^(\d{1,2}(\.\d{1,2})?|100)$/.test(plain) ? Number(plain) : undefined
}

export function budgetOf(text: string): Price | undefined {
  return parsePrice(text, DEFAULT_CURRENCY)
}
