import { FORMATS } from '../../domain/film/formats.ts'
import { type Filters, formatFilters, MINE } from '../../domain/filters/filters.ts'
import {
  DEFAULT_VIEW,
  FORMAT_FILTERS,
  readView,
  SORT_LABELS,
  type Sort,
  type View,
} from '../../web/features/catalogue/toolbar/view.ts'
import type { Random } from './random.ts'

export const COUNTRIES = ['Japan', 'France', 'United States', 'Hong Kong', 'Atlantis']
export const DIRECTORS = [
  'Akira Kurosawa',
  'Emeric Pressburger',
  'Agnès Varda',
  'Charlotte Zwerin',
  'Nobody, "Jr."',
]

/** Returns a view with any filters, sort and direction, and one of these searches. */
export function randomView(random: Random, searches: readonly string[]): View {
  const some = <T>(values: readonly T[], share: number) => values.filter(() => random.chance(share))
  const maybe = <T>(share: number, make: () => T, otherwise: T) => (random.chance(share) ? make() : otherwise)
  const from = maybe(0.25, () => 1920 + random.below(90), undefined)
  const filters: Filters = {
    available: maybe(0.3, () => some(FORMATS, 0.5), []),
    inPrint: random.chance(0.25),
    from,
    to: maybe(0.25, () => (from ?? 1920) + random.below(60), undefined),
    countries: maybe(0.25, () => some(COUNTRIES, 0.4), []),
    directors: maybe(0.2, () => some(DIRECTORS, 0.4), []),
    times: maybe(0.2, () => some([{ from: 0, to: 89 }, { from: 90, to: 119 }, { from: 180 }], 0.5), []),
    sets: maybe(0.2, () => some([1, 2, 3, 999], 0.4), []),
    mine: maybe(0.5, () => some(MINE, 0.3), []),
    owned: maybe(0.25, () => some(FORMATS, 0.4), []),
  }
  const sort = random.chance(0.8) ? random.pick(Object.keys(SORT_LABELS) as Sort[]) : undefined
  return readView({
    ...DEFAULT_VIEW,
    ...formatFilters(filters),
    q: random.pick(searches),
    format: random.chance(0.2) ? random.pick(FORMAT_FILTERS) : 'all',
    sort,
    order: random.pick(['asc', 'desc', undefined]),
  })
}
