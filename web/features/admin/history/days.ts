import type { Entry } from './entry.ts'

export interface Day {
  heading: string
  entries: Entry[]
}

const DAY = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const EXACT_MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** Groups entries by their day in the reader's time zone, in their order. */
export function byDay(entries: readonly Entry[], now = new Date()): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const heading = dayOf(new Date(entry.at), now)
    const last = days.at(-1)
    if (last?.heading === heading) last.entries.push(entry)
    else days.push({ heading, entries: [entry] })
  }
  return days
}

function dayOf(at: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (at.toDateString() === now.toDateString()) return 'Today'
  return at.toDateString() === yesterday.toDateString() ? 'Yesterday' : DAY.format(at)
}

export function timeOf(at: string): string {
  return TIME.format(new Date(at))
}

/** Day and time to the second, for the tooltip. */
export function exactMomentOf(at: string): string {
  return EXACT_MOMENT.format(new Date(at))
}

/** Day and time. */
export function momentOf(at: string): string {
  return MOMENT.format(new Date(at))
}
