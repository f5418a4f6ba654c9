import { FORMAT_NAMES } from '../../../../domain/film/formats.ts'
import {
  type Filters,
  formatFilters,
  type Mine,
  type TimeRange,
  timeText,
} from '../../../../domain/filters/filters.ts'
import { DEFAULT_VIEW, formatOfFilter, isSearch, type View } from '../toolbar/view.ts'

export const MINE_LABELS: Record<Mine, string> = {
  owned: 'Owned',
  unowned: 'Not owned',
  unwatched: 'Not watched',
  wished: 'Wished for',
  upgrade: 'Upgrade possible',
}

/** The running times that the panel offers; an address may have others. */
export const TIMES: readonly (TimeRange & { label: string })[] = [
  { from: 0, to: 89, label: 'Under 90 min' },
  { from: 90, to: 119, label: '90 – 119 min' },
  { from: 120, to: 179, label: '2 – 3 hours' },
  { from: 180, label: 'Over 3 hours' },
]

/** A filter that is set, and the change of the view that takes it away. */
export interface Chip {
  label: string
  without: Partial<View>
}

/**
 * The values of the filters, each on its own; the years are one.
 * @param withMarks whether the list has a person, to whom `mine` and `owned` apply.
 * @param titleOf returns the title of a box set, once it is known.
 */
export function chipsOf(
  filters: Filters,
  withMarks: boolean,
  titleOf: (set: number) => string | undefined,
): Chip[] {
  const { available, inPrint, from, to, countries, directors, times, sets, mine, owned } = filters
  const chip = (label: string, change: Partial<Filters>): Chip => ({
    label,
    without: formatFilters({ ...filters, ...change }),
  })
  const without = <Value>(values: readonly Value[], value: Value) => values.filter((other) => other !== value)
  return [
    ...available.map((format) => chip(FORMAT_NAMES[format], { available: without(available, format) })),
    ...(inPrint ? [chip('In print', { inPrint: false })] : []),
    ...(withMarks ? mine.map((each) => chip(MINE_LABELS[each], { mine: without(mine, each) })) : []),
    ...(withMarks
      ? owned.map((format) => chip(`Owned on ${FORMAT_NAMES[format]}`, { owned: without(owned, format) }))
      : []),
    ...(from === undefined && to === undefined
      ? []
      : [chip(yearsText(from, to), { from: undefined, to: undefined })]),
    ...countries.map((country) => chip(country, { countries: without(countries, country) })),
    ...directors.map((director) => chip(director, { directors: without(directors, director) })),
    ...times.map((time) => chip(timeLabel(time), { times: without(times, time) })),
    ...sets.map((set) => chip(titleOf(set) ?? `Box set ${set}`, { sets: without(sets, set) })),
  ]
}

/** The search and the format of a view, which are no filters of the panel. */
export function searchChips({ q, format }: Pick<View, 'q' | 'format'>): Chip[] {
  const column = formatOfFilter(format)
  return [
    ...(isSearch({ q }) ? [{ label: `“${q.trim()}”`, without: { q: DEFAULT_VIEW.q } }] : []),
    ...(column
      ? [{ label: `Format: ${FORMAT_NAMES[column]}`, without: { format: DEFAULT_VIEW.format } }]
      : []),
  ]
}

export function yearsText(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `Until ${to}`
  if (to === undefined) return `Since ${from}`
  return from === to ? String(from) : `${from} – ${to}`
}

function timeLabel(time: TimeRange): string {
  const offered = TIMES.find((each) => timeText(each) === timeText(time))
  if (offered) return offered.label
  return time.to === undefined ? `From ${time.from} min` : `${time.from} – ${time.to} min`
}
