/** A copy of a film or of a set without a spine, with the path of its page. */
export interface Copy {
  title: string
  path: string
}

/** The copies of a quarter or a year. */
interface Period {
  /** `2023`, or `2023-10` for the quarter that begins with that month. */
  key: string
  label: string
  copies: Copy[]
}

export interface Acquisitions {
  by: 'quarter' | 'year'
  /** Every period from the first to the last, also those without a copy. */
  periods: Period[]
  /** How many copies have no date, or none to the month where quarters are shown. */
  undated: number
}

type Dated = [date: string, copies: Copy[]]

const QUARTERS = ['Jan–Mar', 'Apr–Jun', 'Jul–Sep', 'Oct–Dec'] as const
/** More columns would be too narrow. */
const MAX_QUARTERS = 60

/**
 * Groups copies by quarter, or by year if the quarters are too many or fewer than half of the copies have a month.
 * @param acquired the copies by month (`2023-10`) or year; under an empty name those without a date.
 */
export function acquisitionsOf({ '': dateless = [], ...acquired }: Record<string, Copy[]>): Acquisitions {
  const dated = Object.entries(acquired).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const withMonth = dated.filter(([date]) => date.length > 4)
  const quarters = groupBy(withMonth, (date) => yearOf(date) * 4 + quarterOf(date))
  const byYear = spanOf(quarters) > MAX_QUARTERS || 2 * countOf(withMonth) < countOf(dated)
  const groups = byYear ? groupBy(dated, yearOf) : quarters
  const first = Math.min(...groups.keys())
  return {
    by: byYear ? 'year' : 'quarter',
    periods: Array.from({ length: spanOf(groups) }, (_, index) => ({
      ...(byYear
        ? { key: String(first + index), label: String(first + index) }
        : quarterNamed(first + index)),
      copies: groups.get(first + index) ?? [],
    })),
    undated: dateless.length + (byYear ? 0 : countOf(dated) - countOf(withMonth)),
  }
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4))
}

function quarterOf(date: string): number {
  return Math.floor((Number(date.slice(5, 7)) - 1) / 3)
}

function quarterNamed(number: number) {
  const [year, quarter] = [Math.floor(number / 4), number % 4]
  const month = String(quarter * 3 + 1).padStart(2, '0')
  return { key: `${year}-${month}`, label: `${QUARTERS[quarter]} ${year}` }
}

function groupBy(dated: readonly Dated[], numberOf: (date: string) => number): Map<number, Copy[]> {
  const groups = new Map<number, Copy[]>()
  for (const [date, copies] of dated) {
    const number = numberOf(date)
    groups.set(number, [...(groups.get(number) ?? []), ...copies])
  }
  return groups
}

function spanOf(groups: ReadonlyMap<number, unknown>): number {
  return groups.size === 0 ? 0 : Math.max(...groups.keys()) - Math.min(...groups.keys()) + 1
}

function countOf(dated: readonly Dated[]): number {
  return dated.reduce((sum, [, copies]) => sum + copies.length, 0)
}
