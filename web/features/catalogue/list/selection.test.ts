import { expect, test } from 'vitest'
import { extended, NO_SELECTION, type Selection, toggled, withAll } from './selection.ts'

const LIST = Array.from({ length: 6 }, (_, index) => ({
  id: 10 + index,
  spine: index + 1,
  laserdisc: false,
  dvd: true,
  bluray: false,
  bluray_4k: false,
}))
const film = (index: number) => LIST[index] as (typeof LIST)[number]
const spines = ({ films }: Selection) => [...films.values()].map(({ spine }) => spine).toSorted()

test('a film is selected and taken out again', () => {
  const one = toggled(NO_SELECTION, film(2))
  expect(spines(one)).toEqual([3])
  expect(spines(toggled(one, film(2)))).toEqual([])
})

test('a range extends from the film selected last, and shrinks again', () => {
  const start = toggled(toggled(NO_SELECTION, film(0)), film(2))
  const down = extended(start, LIST, 4)
  expect(spines(down)).toEqual([1, 3, 4, 5])
  expect(spines(extended(down, LIST, 3))).toEqual([1, 3, 4])
  expect(spines(extended(down, LIST, 1))).toEqual([1, 2, 3])
})

test('without a film selected, or with one that has left the list, a range is one film', () => {
  expect(spines(extended(NO_SELECTION, LIST, 4))).toEqual([5])
  expect(spines(extended(toggled(NO_SELECTION, film(1)), LIST.slice(2), 1))).toEqual([2, 4])
})

test('all films of a list join those that are selected', () => {
  expect(spines(withAll(toggled(NO_SELECTION, film(5)), LIST.slice(0, 2)))).toEqual([1, 2, 6])
})
