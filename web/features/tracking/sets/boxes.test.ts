import { expect, test } from 'vitest'
import { markKey } from '../marks/marks.ts'
import { boxesOf, keysOf, ownedBoxes } from './boxes.ts'

const WITH_SPINE = { id: 1, title: 'The BRD Trilogy', filmId: 203, filmIds: [203, 204, 205] }
const WITHOUT = { id: 2, title: 'AK 100', filmId: null, filmIds: [205, 206] }
const BOXES = boxesOf([WITH_SPINE, WITHOUT])

test('a set with a spine is ticked as its film, one without as the set', () => {
  expect(keysOf(WITH_SPINE)[1]).toBe(markKey({ mark: 'dvd', filmId: 203 }))
  expect(keysOf(WITHOUT)[1]).toBe(markKey({ mark: 'dvd', setId: 2 }))
})

test('a film is in each set that holds it, and a set is not in itself', () => {
  expect([...BOXES.ofFilms].map(([film, boxes]) => [film, boxes.map(({ id }) => id)])).toEqual([
    [204, [1]],
    [205, [1, 2]],
    [206, [2]],
  ])
})

test('a set is owned in the formats that are ticked', () => {
  const marks = new Set(['dvd 203', 'bluray_4k set-2', 'laserdisc set-2', 'dvd 2'])
  const owned = ownedBoxes(BOXES.ofFilms.get(205) ?? [], (key) => marks.has(key))
  expect(owned).toEqual([
    { id: 1, title: 'The BRD Trilogy', formats: ['dvd'] },
    { id: 2, title: 'AK 100', formats: ['laserdisc', 'bluray_4k'] },
  ])
  expect(ownedBoxes(BOXES.all, () => false)).toEqual([])
})
