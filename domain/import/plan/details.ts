import { BEST_FIRST, type Format } from '../../film/formats.ts'
import { LINE_MAX_LENGTH, NOTE_MAX_LENGTH } from '../../text-lengths.ts'
import type { Condition } from '../../tracking/marks.ts'
import type { Copy, ImportRow, Wish } from '../row.ts'

/** What rows of one list say of a film besides its marks. */
export type RowDetails = Pick<
  ImportRow,
  'formats' | 'copy' | 'rating' | 'watchedOn' | 'alsoWatchedOn' | 'viewing' | 'wish'
>

/** A copy as `commit_import` takes it: a row of `user_copies`. */
export interface PlannedCopy {
  id?: string | undefined
  format: Format
  acquired_on?: string | undefined
  price?: number | undefined
  currency?: string | undefined
  store?: string | undefined
  condition?: Condition | undefined
  slipcover?: boolean | undefined
  place?: string | undefined
  lent_to?: string | undefined
  lent_on?: string | undefined
  note?: string | undefined
}

/** A viewing as `commit_import` takes it: a row of `user_viewings`. */
export interface PlannedViewing {
  id?: string | undefined
  watched_on?: string | undefined
  rating?: number | undefined
  note?: string | undefined
}

/** A wish as `commit_import` takes it. */
export type PlannedWish = Partial<Record<`wants_${Format}`, true>> & {
  priority?: number | undefined
  note?: string | undefined
  price?: number | undefined
  currency?: string | undefined
}

/** The words of other programs for the state of a disc; the first that a text contains decides. */
const CONDITIONS: readonly [words: RegExp, condition: Condition][] = [
  [/seal/i, 'sealed'],
  [/very[ _]good|excellent|\bvg\b/i, 'very_good'],
  [/\bmint\b|\bnew\b|\bnm\b/i, 'new'],
  [/\bgood\b/i, 'good'],
  [/worn|fair|poor|acceptable/i, 'worn'],
]

/** Whether a row says more of a film than its marks. */
export function hasDetails({ copy, rating, watchedOn, viewing, wish }: ImportRow): boolean {
  return (
    rating !== undefined ||
    watchedOn !== undefined ||
    viewing !== undefined ||
    wish !== undefined ||
    (copy !== undefined && hasContent(copy))
  )
}

export function detailsOf(row: ImportRow): RowDetails {
  const { formats, copy, rating, watchedOn, alsoWatchedOn, viewing, wish } = row
  return { formats, copy, rating, watchedOn, alsoWatchedOn, viewing, wish }
}

/** A currency without a price is no content. */
function hasContent({ currency: _currency, ...copy }: Copy): boolean {
  return Object.values(copy).some((value) => value !== undefined && value !== '')
}

/**
 * The copies that rows describe, each of the best format that its row names: one package is one copy.
 * @param formatsOf the formats to tick of a row.
 */
export function copiesIn(
  rows: readonly RowDetails[],
  formatsOf: (row: RowDetails) => readonly Format[],
): PlannedCopy[] {
  return rows.flatMap((row) => {
    const format = BEST_FIRST.find((one) => formatsOf(row).includes(one))
    return row.copy && format && hasContent(row.copy) ? [plannedCopy(row.copy, format)] : []
  })
}

function plannedCopy(copy: Copy, format: Format): PlannedCopy {
  const condition = CONDITIONS.find(([words]) => words.test(copy.condition ?? ''))?.[1]
  const unknown = copy.condition && !condition ? `Condition: ${copy.condition}` : undefined
  return compact({
    id: copy.id,
    format,
    acquired_on: copy.acquiredOn,
    ...moneyOf(copy),
    store: lineOf(copy.store),
    condition,
    slipcover: copy.slipcover,
    place: lineOf(copy.place),
    lent_to: lineOf(copy.lentTo),
    lent_on: copy.lentOn,
    note: noteOf([copy.note, unknown].filter(Boolean).join('\n')),
  })
}

/**
 * The viewings that lists describe. Lists may overlap: the same day in different lists is one viewing, and the same day
 * several times in one list is several. If any viewing has a date or an id, those with neither are left out, and the
 * rating of the first of these goes to the latest of the others, unless one of the others has a rating.
 */
export function viewingsIn(lists: readonly (readonly RowDetails[])[]): PlannedViewing[] {
  const dated = new Map<string, PlannedViewing>()
  const undated = new Map<string, PlannedViewing>()
  for (const rows of lists) {
    const counts = new Map<string, number>()
    for (const { rating, watchedOn, viewing } of rows.flatMap(eachViewing)) {
      if (rating === undefined && watchedOn === undefined && viewing === undefined) continue
      const nth = (counts.get(watchedOn ?? '') ?? 0) + 1
      counts.set(watchedOn ?? '', nth)
      const key = viewing?.id ?? `${watchedOn} ${nth}`
      const held = watchedOn === undefined && viewing?.id === undefined ? undated : dated
      held.set(
        key,
        compact({
          id: viewing?.id,
          watched_on: watchedOn,
          rating: held.get(key)?.rating ?? rating,
          note: held.get(key)?.note ?? noteOf(viewing?.note),
        }),
      )
    }
  }
  if (dated.size === 0) return [...undated.values()]
  const last = [...dated.values()].toSorted((one, other) =>
    (one.watched_on ?? '') < (other.watched_on ?? '') ? 1 : -1,
  )[0]
  const [first] = undated.values()
  if (
    last &&
    first?.rating !== undefined &&
    [...dated.values()].every(({ rating }) => rating === undefined)
  ) {
    last.rating = first.rating
  }
  return [...dated.values()]
}

/** Splits a row into one row for each viewing. The rating belongs to the last viewing. */
function eachViewing(row: RowDetails): RowDetails[] {
  return [...(row.alsoWatchedOn ?? []).map((watchedOn) => ({ watchedOn })), row]
}

/**
 * The wish that rows describe together: in any of their formats, and with the first priority, price and note that a row
 * has.
 */
export function wishIn(rows: readonly RowDetails[]): PlannedWish | undefined {
  const formats = rows.flatMap(({ formats = [], wish }) => wish?.formats ?? formats)
  const said: Wish = Object.assign({}, ...rows.toReversed().map(({ wish }) => compact({ ...wish })))
  const wish = compact({
    ...Object.fromEntries(formats.map((format) => [`wants_${format}`, true as const])),
    priority: said.priority,
    note: noteOf(said.note),
    ...moneyOf(said),
  })
  return Object.keys(wish).length > 0 ? wish : undefined
}

function moneyOf({ price, currency }: Pick<Copy, 'price' | 'currency'>) {
  if (price === undefined || !(price >= 0 && price < 100_000_000)) return {}
  const code = currency?.toUpperCase()
  return {
    price: Math.round(price * 100) / 100,
    currency: code && /^[A-Z]{3}$/.test(code) ? code : undefined,
  }
}

/** One line as the database takes it. */
function lineOf(text: string | undefined): string | undefined {
  const plain = text?.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\ufffd]+/gu, ' ').trim() ?? ''
  return [...plain].slice(0, LINE_MAX_LENGTH).join('').trim() || undefined
}

/** Several lines as the database takes them. */
function noteOf(text: string | undefined): string | undefined {
  const plain = text
    ?.replaceAll('\r\n', '\n')
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cs}\ufffd]/gu, '')
    .trim()
  return [...(plain ?? '')].slice(0, NOTE_MAX_LENGTH).join('').trim() || undefined
}

/** Leaves out what is undefined. */
function compact<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Value
}
