import { expect, test } from 'vitest'
import { acquisitionsOf, type Copy } from './acquisitions.ts'

const copies = (count: number): Copy[] =>
  Array.from({ length: count }, () => ({ title: 'Ikiru', path: '/spine/221' }))
const counted = (acquired: Record<string, number>) => {
  const found = acquisitionsOf(
    Object.fromEntries(Object.entries(acquired).map(([date, n]) => [date, copies(n)])),
  )
  return { ...found, periods: found.periods.map(({ key, label, copies }) => [key, label, copies.length]) }
}

test('copies are counted by quarter, also the quarters without any', () => {
  expect(counted({ '2023-10': 2, '2023-12': 1, '2024-04': 1 })).toEqual({
    by: 'quarter',
    periods: [
      ['2023-10', 'Oct–Dec 2023', 3],
      ['2024-01', 'Jan–Mar 2024', 0],
      ['2024-04', 'Apr–Jun 2024', 1],
    ],
    undated: 0,
  })
})

test('copies of which only the year is known are left out of the quarters and counted as undated', () => {
  expect(counted({ '2023-10': 2, '2022': 1, '': 4 })).toMatchObject({
    periods: [['2023-10', 'Oct–Dec 2023', 2]],
    undated: 5,
  })
})

test('copies are counted by year if most have no month', () => {
  expect(counted({ '2023-10': 2, '2021': 3, '': 4 })).toEqual({
    by: 'year',
    periods: [
      ['2021', '2021', 3],
      ['2022', '2022', 0],
      ['2023', '2023', 2],
    ],
    undated: 4,
  })
})

test('copies of more than fifteen years are counted by year', () => {
  expect(counted({ '2000-01': 1, '2014-12': 1 }).by).toBe('quarter')
  expect(counted({ '2000-01': 1, '2015-01': 1 })).toMatchObject({ by: 'year', undated: 0 })
})

test('without a dated copy there is no period', () => {
  expect(counted({})).toMatchObject({ periods: [], undated: 0 })
  expect(counted({ '': 3 })).toMatchObject({ periods: [], undated: 3 })
})
