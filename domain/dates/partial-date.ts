/**
 * Dates of which a person may know the day, the month or only the year: `2026-11-23`, `2026-11` or `2026`. As text they
 * sort as they should: a year stands before its months, and a month before its days. The twin of `isPartialDate` is
 * `private.is_partial_date` (supabase/migrations).
 */

const FIRST_YEAR = 1870
const LAST_YEAR = 2100

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

export function isPartialDate(text: string): boolean {
  const parts = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text)
  return parts !== null && dateOf(parts[1], parts[2], parts[3]) === text
}

/**
 * Reads a date as people type it: `3 Apr 1999`, `April 3, 1999`, `Apr 1999`, `1999`, `1999-04-03`, `3.4.1999`,
 * `04/1999`, and `13/4/1999` in either order where only one of the two can be the month.
 * @returns undefined for any other text, and for a day that the calendar has not.
 */
export function parsePartialDate(text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  if (isPartialDate(plain)) return plain
  const dayFirst = /^(\d{1,2})\.? ([a-z]+)\.?,? (\d{4})$/.exec(plain)
  if (dayFirst) return dateOf(dayFirst[3], monthNamed(dayFirst[2]), dayFirst[1])
  const monthFirst = /^([a-z]+)\.? (\d{1,2}),? (\d{4})$/.exec(plain)
  if (monthFirst) return dateOf(monthFirst[3], monthNamed(monthFirst[1]), monthFirst[2])
  const named = /^([a-z]+)\.?,? (\d{4})$/.exec(plain)
  if (named) return dateOf(named[2], monthNamed(named[1]))
  const points = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(plain)
  if (points) return dateOf(points[3], points[2], points[1])
  const month = /^(\d{1,2})\/(\d{4})$/.exec(plain)
  if (month) return dateOf(month[2], month[1])
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(plain)
  if (!slashes) return undefined
  const [, first, second, year] = slashes
  const readings = new Set([dateOf(year, second, first), dateOf(year, first, second)])
  readings.delete(undefined)
  return readings.size === 1 ? [...readings][0] : undefined
}

/** Shows a date as what it is: `3 Apr 1999`, `Apr 1999` or `1999`. */
export function formatPartialDate(date: string): string {
  const [year, month, day] = date.split('-')
  return [day && String(Number(day)), month && MONTHS[Number(month) - 1], year].filter(Boolean).join(' ')
}

/** Compares for a list with the latest first and unknown dates last, as the database orders them. */
export function comparePartialDates(one: string | null, other: string | null): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one > other ? -1 : 1
}

/** Returns the date of today by the clock and the time zone of this device. */
export function today(now = new Date()): string {
  return dateOf(String(now.getFullYear()), String(now.getMonth() + 1), String(now.getDate())) ?? ''
}

/** The number of a month by its name in lower case, or at least its first three letters; zero for an unknown name. */
export function monthNamed(name = ''): string {
  // `Sept` is usual, too.
  const month = name.length < 3 ? -1 : NAMES.findIndex((whole) => whole.startsWith(name))
  return String(month + 1)
}

/** Returns a date of these parts if the calendar has it. */
export function dateOf(year = '', month?: string, day?: string): string | undefined {
  if (Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return undefined
  if (month === undefined) return year
  if (Number(month) < 1 || Number(month) > 12) return undefined
  if (day === undefined) return `${year}-${month.padStart(2, '0')}`
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number(day) < 1 || Number(day) > days) return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
