import { BEST_FIRST, type Flag, type Format } from '../film/formats.ts'

/** A wish as a shop sees it. Amounts are in cents. */
export interface WantedDisc {
  filmId: number
  spine: number
  format: Format
  /** 1 is the highest; null if none was chosen, which counts as the lowest. */
  priority: number | null
  /** Null if no price is known. */
  price: number | null
  isOutOfPrint: boolean
}

export interface Terms {
  /** What a sale takes off, in percent: 0–100, with at most two decimals. */
  percentOff: number
  /** In cents; undefined without a limit. */
  budget: number | undefined
}

/** A disc with what it costs in the sale, in cents. */
export type Priced<Disc extends WantedDisc> = Disc & { salePrice: number | null; fits: boolean }

export interface ShoppingPlan<Disc extends WantedDisc> {
  /** Those in print: by priority, then the cheapest, then by spine. */
  discs: Priced<Disc>[]
  outOfPrint: Priced<Disc>[]
  /** Of the discs that fit, in cents. */
  total: number
}

/**
 * Chooses what to buy: each disc, in the order of the list, that the rest of the budget covers. A disc without a price or
 * out of print is not chosen.
 */
export function planShopping<Disc extends WantedDisc>(
  wanted: readonly Disc[],
  { percentOff, budget }: Terms,
): ShoppingPlan<Disc> {
  const priced = wanted
    .map((disc) => ({
      ...disc,
      salePrice: disc.price === null ? null : salePrice(disc.price, percentOff),
      fits: false,
    }))
    .toSorted(byPriority)
  const discs = priced.filter(({ isOutOfPrint }) => !isOutOfPrint)
  let total = 0
  for (const disc of discs) {
    if (disc.salePrice === null) continue
    disc.fits = budget === undefined || total + disc.salePrice <= budget
    if (disc.fits) total += disc.salePrice
  }
  return { discs, outOfPrint: priced.filter(({ isOutOfPrint }) => isOutOfPrint), total }
}

/** Takes a percentage off an amount in cents; half a cent is rounded up. */
export function salePrice(cents: number, percentOff: number): number {
  // In hundredths of a percent all numbers are whole, so that nothing is lost in binary fractions.
  const share = 10_000 - Math.round(percentOff * 100)
  return Math.floor((cents * share + 5000) / 10_000)
}

/** A price of the database, which has at most two decimals, in cents. */
export function centsOf(price: number): number {
  return Math.round(price * 100)
}

/**
 * The format in which a wish is bought: the best one in print that is wished for, otherwise the best one that is out of
 * print. Undefined if the film was released in none of them.
 * @param wanted the formats of the wish; none means any.
 */
export function formatToBuy(film: Record<Flag, boolean>, wanted: readonly Format[]): Format | undefined {
  const released = BEST_FIRST.filter(
    (format) => film[format] && (wanted.length === 0 || wanted.includes(format)),
  )
  return released.find((format) => !film[`${format}_oop`]) ?? released[0]
}

function byPriority(one: Priced<WantedDisc>, other: Priced<WantedDisc>): number {
  return (
    (one.priority ?? 4) - (other.priority ?? 4) ||
    (one.salePrice ?? Number.MAX_SAFE_INTEGER) - (other.salePrice ?? Number.MAX_SAFE_INTEGER) ||
    one.spine - other.spine
  )
}
