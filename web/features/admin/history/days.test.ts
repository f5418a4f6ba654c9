import { expect, test } from 'vitest'
import { byDay, exactMomentOf, momentOf, timeOf } from './days.ts'
import type { UpdateEntry } from './entry.ts'

function at(moment: Date): UpdateEntry {
  return {
    kind: 'update',
    id: moment.toISOString(),
    at: moment.toISOString(),
    who: '',
    name: '',
    films: 1,
    ofSets: false,
    reverted: false,
    revertible: true,
  }
}

test("entries are grouped by their day in the reader's time zone", () => {
  const now = new Date(2026, 10, 21, 0, 30)
  const entries = [
    at(new Date(2026, 10, 21, 0, 5)),
    at(new Date(2026, 10, 20, 23, 55)),
    at(new Date(2026, 10, 20, 1, 0)),
    at(new Date(2025, 10, 21, 1, 0)),
  ]
  const days = byDay(entries, now)
  expect(days.map(({ entries }) => entries.length)).toEqual([1, 2, 1])
  expect(days.slice(0, 2).map(({ heading }) => heading)).toEqual(['Today', 'Yesterday'])
  expect(days[2]?.heading).toContain('2025')
})

test('the time has the same format alone and after its day', () => {
  const at = '2026-02-03T04:05:06Z'
  expect(momentOf(at).endsWith(timeOf(at))).toBe(true)
  const [day] = momentOf(at).split(timeOf(at))
  expect(exactMomentOf(at).startsWith(day ?? '-')).toBe(true)
})
