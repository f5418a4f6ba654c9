import { expect, test } from 'vitest'
import { boardsOf, cellOf, moved } from './boards.ts'

const film = (spine: number) => ({ spine, title: `Film ${spine}`, director: '', year: null, owned: [] })
/** Without the spines 3 and 151. */
const films = Array.from({ length: 260 }, (_, index) => film(index + 1)).filter(
  ({ spine }) => spine !== 3 && spine !== 151,
)
const spineAfter = (key: string, spine: number, row = 100) =>
  films[
    moved(
      key,
      films,
      films.findIndex((film) => film.spine === spine),
      row,
    ) ?? -1
  ]?.spine

test('films stand on boards of a hundred, and boards without films are left out', () => {
  const boards = boardsOf([1, 50, 51, 100, 101, 1299, 90_000].map(film))
  const spines = boards.map(({ first, halves }) => [
    first,
    ...halves.map((half) => half.map(({ spine }) => spine)),
  ])
  expect(spines).toEqual([
    [1, [1, 50], [51, 100]],
    [101, [101], []],
    [1201, [], [1299]],
    [89_901, [], [90_000]],
  ])
})

test('a cell shows the best format owned', () => {
  expect(cellOf({ owned: ['laserdisc', 'dvd', 'bluray_4k'] })).toBe('bluray_4k')
  expect(cellOf({ owned: [] })).toBe('none')
})

test('the arrow keys move by one film, and over a missing spine', () => {
  expect(spineAfter('ArrowRight', 2)).toBe(4)
  expect(spineAfter('ArrowLeft', 4)).toBe(2)
  expect(spineAfter('ArrowLeft', 1)).toBe(1)
  expect(spineAfter('ArrowRight', 260)).toBe(260)
})

test('the page keys and the vertical arrows move by a board, as near as there is a film', () => {
  for (const [up, down] of [
    ['PageUp', 'PageDown'],
    ['ArrowUp', 'ArrowDown'],
  ] as const) {
    expect(spineAfter(down, 10)).toBe(110)
    expect(spineAfter(up, 110)).toBe(10)
    expect(spineAfter(up, 103)).toBe(2)
    expect(spineAfter(down, 190)).toBe(260)
    expect(spineAfter(down, 250)).toBe(250)
    expect(spineAfter(up, 10)).toBe(10)
    expect([150, 152]).toContain(spineAfter(down, 101, 50))
  }
})

test('Home and End move to the ends of the board, and other keys nowhere', () => {
  expect(spineAfter('Home', 150)).toBe(101)
  expect(spineAfter('End', 150)).toBe(200)
  expect(spineAfter('End', 250)).toBe(260)
  expect(spineAfter('End', 101, 50)).toBe(150)
  expect(moved('a', films, 0, 100)).toBeUndefined()
})
