/** An amount of money as a person noted it. */
export interface Price {
  /** With at most two decimals. */
  amount: number
  /** The three letters of ISO 4217, such as `USD`. */
  currency: string
}

/** The currency of an amount without one: that of the label's shop. */
export const DEFAULT_CURRENCY = 'USD'

/** The currency that a symbol stands for. */
export const CURRENCY_BY_SYMBOL: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
}
const MAX_PRICE = 99_999_999.99
const NUMBER = String.raw`\d{1,3}(?:[,. ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`
const UNIT = '[A-Za-z]{3}|[$€£¥]'
const PATTERN = new RegExp(`^(?:(${UNIT}) ?)?(${NUMBER})(?: ?(${UNIT}))?$`)

/**
 * Reads a price as people type it: `27.50`, `$27.50`, `27,50 €`, `27.50 USD`, `1,299.00`.
 * @param currency that of a number alone.
 * @returns undefined for any other text.
 */
export function parsePrice(text: string, currency: string): Price | undefined {
  const [, before, digits, after] = PATTERN.exec(text.trim().replace(/\s+/g, ' ')) ?? []
  if (digits === undefined || (before !== undefined && after !== undefined)) return undefined
  const unit = before ?? after ?? currency
  const amount = Number(withDecimalPoint(digits))
  return amount <= MAX_PRICE
    ? { amount, currency: CURRENCY_BY_SYMBOL[unit] ?? unit.toUpperCase() }
    : undefined
}

/** Whether a text is a price as files for this site have it: `39.95`. */
export function isPlainPrice(text: string): boolean {
  return /^\d{1,8}(\.\d{1,2})?$/.test(text)
}

/** Shows a price for reading: `$27.50`. */
export function formatPrice({ amount, currency }: Price): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amount)
}

/** Shows a price in a field: `27.50 USD`. */
export function typedPrice({ amount, currency }: Price): string {
  return `${amount.toFixed(2)} ${currency}`
}

/** The last comma or point stands before the decimals, if one or two digits follow it. */
function withDecimalPoint(digits: string): string {
  const [, whole = digits, decimals = '0'] = /^(.*)[.,](\d{1,2})$/.exec(digits) ?? []
  return `${whole.replace(/[,. ]/g, '')}.${decimals}`
}
