import { expect, test } from 'vitest'
import { ems } from '../cover/type-widths.ts'
import { boardsOf, discsOf, plateOf, printedTitle, scaleOf, thicknessOf } from './discs.ts'

const NONE = { laserdisc: false, dvd: false, bluray: false, bluray_4k: false }
const film = (spine: number, more: object) => ({ id: spine, spine, title: `Film ${spine}`, ...NONE, ...more })
const labelsOf = (discs: { film: { spine: number }; format: string }[]) =>
  discs.map(({ film: { spine }, format }) => `${spine} ${format}`)
const dvds = (count: number) =>
  discsOf(Array.from({ length: count }, (_, index) => film(index + 1, { owns_dvd: true })))

test('each format owned is a disc, and LaserDiscs come last', () => {
  const films = [
    film(1, { dvd: true, owns_laserdisc: true, owns_dvd: true }),
    film(2, { bluray: true, owns_bluray: true }),
  ]
  expect(labelsOf(discsOf(films))).toEqual(['1 dvd', '2 bluray', '1 laserdisc'])
})

test('a film of which no disc is owned stands in its best format', () => {
  expect(labelsOf(discsOf([film(1, { dvd: true, bluray_4k: true }), film(2, {})]))).toEqual([
    '1 bluray_4k',
    '2 dvd',
  ])
})

test('a box set is thicker the more films it holds, up to 46 mm', () => {
  const sizes = [2, 3, 5, 8, 24, 52]
  const films = [0, ...sizes].map((_, index) => film(index, { owns_dvd: true }))
  const filmsInBoxes = Object.fromEntries(sizes.map((size, index) => [index + 1, size]))
  const thicknesses = discsOf(films, filmsInBoxes).map((disc) => thicknessOf(disc, 'small'))
  expect(thicknesses).toEqual([15, 28, 28, 34, 40, 46, 46])
})

test('boards are filled in order and never beyond their width, and LaserDiscs have boards of their own', () => {
  const films = Array.from({ length: 100 }, (_, index) =>
    film(index + 1, { dvd: true, owns_dvd: true, owns_laserdisc: index < 3 }),
  )
  const discs = discsOf(films, { 7: 3, 50: 52 })
  const boards = boardsOf(discs, 'small', 400)
  expect(boards.flatMap((board) => board.discs)).toEqual(discs)
  for (const { discs, lefts } of boards) {
    const last = discs.at(-1)
    expect((lefts.at(-1) ?? 0) + (last ? thicknessOf(last, 'small') : 0)).toBeLessThanOrEqual(400)
  }
  expect(labelsOf(boards.at(-1)?.discs ?? [])).toEqual(['1 laserdisc', '2 laserdisc', '3 laserdisc'])
})

test('no board has room for the first disc of the next one', () => {
  const boards = boardsOf(dvds(100), 'medium', 390)
  const width = 15 * 1.16
  for (const { lefts } of boards.slice(0, -1)) {
    expect((lefts.at(-1) ?? 0) + 2 * width + 1.5).toBeGreaterThan(390)
  }
})

test('the last disc leans if its board has room for that, and never a lone one', () => {
  const leaning = (count: number, width: number) =>
    boardsOf(dvds(count), 'small', width).map(({ leans }) => leans)
  // Ten cases and their gaps take 163.5 px; leaning, the last one begins 16.6 px further to the right.
  expect(leaning(10, 190)).toEqual([true])
  expect(leaning(10, 175)).toEqual([false])
  expect(leaning(20, 190)).toEqual([false, true])
  expect(leaning(1, 190)).toEqual([false])
  const films = [1, 2, 3].map((spine) => film(spine, { owns_dvd: true, owns_laserdisc: true }))
  expect(boardsOf(discsOf(films), 'small', 300).map(({ leans }) => leans)).toEqual([true, true])
})

test('fewer discs are drawn larger', () => {
  expect([40, 61, 501].map((count) => scaleOf(count, false))).toEqual(['large', 'medium', 'small'])
  expect(scaleOf(40, true)).toBe('phone')
})

test('the number stands upright on a case of 21 px, and large on a box set', () => {
  const [disc] = dvds(1)
  const [box] = discsOf([film(1, { owns_laserdisc: true })], { 1: 3 })
  const [laserdisc] = discsOf([film(1, { owns_laserdisc: true })])
  if (!disc || !box || !laserdisc) throw new Error('There is no disc.')
  expect([plateOf(disc, 'large'), plateOf(disc, 'medium')]).toEqual(['upright', 'turned'])
  expect([plateOf(laserdisc, 'large'), plateOf(box, 'phone')]).toEqual(['turned', 'large'])
})

test('a long title ends after a whole word and fits', () => {
  const title = 'The Adventures of Antoine Doinel and His Many Friends and Enemies'
  const [disc] = discsOf([film(1, { title, owns_bluray: true })])
  const [laserdisc] = discsOf([film(1, { title: 'Ran', owns_laserdisc: true })])
  if (!disc || !laserdisc) throw new Error('There is no disc.')
  for (const scale of ['large', 'medium', 'small', 'phone'] as const) {
    const printed = printedTitle(disc, scale)
    expect(printed).toMatch(/^The Adventures of.*\w…$/)
    expect(title.startsWith(printed.slice(0, -1))).toBe(true)
    expect(ems(printed)).toBeLessThan(18)
  }
  expect(printedTitle(laserdisc, 'small')).toBe('Ran')
})
