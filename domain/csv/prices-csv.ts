import { isPartialDate } from '../dates/partial-date.ts'
import { FORMATS, type Format } from '../film/formats.ts'
import { spineFault } from '../film/rules.ts'
import { isPlainPrice } from '../money/price.ts'
import { LINE_MAX_LENGTH } from '../text-lengths.ts'
import { type Problem, readTable } from './read-table.ts'

const COLUMNS = ['spine', 'format', 'price', 'currency', 'as_of', 'source'] as const

/** What a disc cost. */
export interface DiscPrice {
  spine: number
  format: Format
  price: number
  currency: string
  /** The day, month or year of the price. */
  as_of: string
  source: string
}

/** Reads a file of prices, one a row. Use nothing of it while there are problems. */
export function readPricesCsv(csv: string): { prices: DiscPrice[]; problems: Problem[] } {
  const prices = new Map<string, DiscPrice>()
  const problems = readTable(csv, COLUMNS, ({ spine, format, price, currency, as_of, source }) => {
    const known = FORMATS.find((name) => name === format)
    const fault = spineFault(spine)
    const faults = [
      fault && `spine "${spine.slice(0, 40)}" ${fault}`,
      !known && `"${format.slice(0, 40)}" is no format`,
      !isPlainPrice(price) && `price "${price.slice(0, 40)}" must be a number such as 39.95`,
      !/^[A-Z]{3}$/.test(currency) && `currency "${currency.slice(0, 40)}" must be three capital letters`,
      !isPartialDate(as_of) && `as_of "${as_of.slice(0, 40)}" must be a day, a month or a year`,
      (source === '' || source.length > LINE_MAX_LENGTH) &&
        `source must have 1 to ${LINE_MAX_LENGTH} characters`,
      prices.has(`${spine} ${format}`) && `spine ${spine.slice(0, 40)} has two prices for this format`,
    ].filter((text) => typeof text === 'string')
    if (known && faults.length === 0) {
      const row = { spine: Number(spine), format: known, price: Number(price), currency, as_of, source }
      prices.set(`${spine} ${format}`, row)
    }
    return faults
  })
  return { prices: [...prices.values()], problems }
}
