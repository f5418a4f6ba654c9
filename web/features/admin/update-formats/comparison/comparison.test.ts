import { expect, test } from 'vitest'
import { type Flags, readFormatsCsv } from '../../../../../domain/csv/formats-csv.ts'
import { FLAGS } from '../../../../../domain/film/formats.ts'
import { type ComparedFilm, compare } from './comparison.ts'

const HEADER = 'Spine,Laserdisc,DVD,Blu-ray,4K,OOP_Laserdisc,OOP_DVD,OOP_Blu-ray,OOP_4K'
const NO_FLAGS = Object.fromEntries(FLAGS.map((flag) => [flag, false])) as Flags

function film(spine: number, flags: Partial<Flags> = {}): ComparedFilm {
  return { id: spine + 1000, spine, title: `Film ${spine}`, ...NO_FLAGS, ...flags }
}

function compared(lines: string[], films: ComparedFilm[]) {
  return compare(readFormatsCsv([HEADER, ...lines].join('\n')), films)
}

test('a change has only the flags that change, and changes are sorted by spine', () => {
  const films = [film(1, { dvd: true }), film(2, { dvd: true, bluray: true, dvd_oop: true })]
  const { changes } = compared(['2,,X,,X,,,,', '1,,X,,,,X,,'], films)
  expect(changes).toEqual([
    { id: 1001, spine: 1, title: 'Film 1', before: { dvd_oop: false }, after: { dvd_oop: true } },
    {
      id: 1002,
      spine: 2,
      title: 'Film 2',
      before: { bluray: true, bluray_4k: false, dvd_oop: true },
      after: { bluray: false, bluray_4k: true, dvd_oop: false },
    },
  ])
})

test('films with the same values in the file, and films not in the file, do not change', () => {
  const films = [film(1, { dvd: true }), film(2), film(3, { bluray: true })]
  expect(compared(['1,,X,,,,,,', '2,X,,,,,,,'], films)).toMatchObject({
    changes: [{ spine: 2 }],
    same: 1,
    absent: 1,
    problems: { count: 0 },
  })
})

test('spines that are not in the catalogue are reported with their lines, grouped by reason', () => {
  const { changes, problems } = compared(['9,X,,,,,,,', 'x,,,,,,,,', '1,X,,,,,,,', '8,X,,,,,,,'], [film(1)])
  expect(changes).toHaveLength(1)
  expect(problems.groups).toEqual([
    {
      reason: 'Not in the catalogue',
      count: 2,
      shown: [
        { line: 2, reason: 'Not in the catalogue', message: 'spine 9 is not in the catalogue' },
        { line: 5, reason: 'Not in the catalogue', message: 'spine 8 is not in the catalogue' },
      ],
    },
    { reason: 'No valid spine', count: 1, shown: [expect.objectContaining({ line: 3 })] },
  ])
})

test('of 5,000 problems the first 50 are listed, and all are counted', () => {
  const { problems } = compared(
    Array.from({ length: 5000 }, (_, index) => `${index + 2},X,,,,,,,`),
    [film(1)],
  )
  expect(problems.count).toBe(5000)
  expect(problems.groups.map(({ shown, count }) => [shown.length, count])).toEqual([[50, 5000]])
})
