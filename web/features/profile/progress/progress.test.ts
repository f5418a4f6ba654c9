import { expect, test } from 'vitest'
import { percentOf } from './numbers-table.tsx'
import { listHref, type ProgressRow, progressOf } from './progress.ts'
import { readProgressSearch, toggled } from './progress-search.ts'

/** Five films, of which the first four are owned: on LaserDisc, on DVD and Blu-ray, in 4K, and on a DVD that was not released. */
const ROW: ProgressRow = {
  user_id: 'anna',
  visibility: 'public',
  spines: [1, 2, 3, 5, 8],
  titles: ['A', 'B', 'C', 'D', 'E'],
  directors: ['X', 'X and Y', 'X', 'Y', 'Z'],
  countries: ['Japan', 'France, Japan', null, 'France', 'France'],
  years: [1950, 1959, 1960, null, 1961],
  released: [1, 2 + 4, 8, 4, 2],
  owned: [1, 2 + 4, 8, 2, 0],
  watched: [2, 8],
  wished: 1,
  sets: [
    { id: 7, title: 'Whole', spines: [1, 2, 2] },
    { id: 8, title: 'Half', spines: [3, 8] },
    { id: 9, title: 'Empty', spines: [] },
  ],
  acquired: null,
}

test('a format counts only what was released in it', () => {
  const { formats, films } = progressOf(ROW)
  expect(formats.map(({ key, owned, released }) => [key, owned, released])).toEqual([
    ['laserdisc', 1, 1],
    ['dvd', 1, 2],
    ['bluray', 1, 2],
    ['bluray_4k', 1, 1],
  ])
  expect(films.map(({ owned }) => owned)).toEqual([
    ['laserdisc'],
    ['dvd', 'bluray'],
    ['bluray_4k'],
    ['dvd'],
    [],
  ])
})

test('a film of several countries or directors counts for each, and one without a year for no decade', () => {
  const { countries, directors, decades } = progressOf(ROW)
  const rows = (shares: typeof countries) =>
    shares.map(({ label, owned, released }) => [label, owned, released])
  expect(rows(countries)).toEqual([
    ['France', 2, 3],
    ['Japan', 2, 2],
  ])
  expect(rows(directors)).toEqual([
    ['X', 3, 3],
    ['Y', 2, 2],
    ['Z', 0, 1],
  ])
  expect(rows(decades)).toEqual([
    ['1950s', 2, 2],
    ['1960s', 1, 2],
  ])
  expect(
    directors.map(({ isComplete }) => isComplete),
    'a director of two films is not marked',
  ).toEqual([true, false, false])
})

test('equal rows are in the order of names, an accent aside', () => {
  const names = ['Zhang Yimou', 'Éric Rohmer', 'Bo Widerberg']
  const row = { ...ROW, directors: [...names, 'Z', 'Z'], owned: [0, 0, 0, 0, 0] }
  const labels = progressOf(row).directors.map(({ label }) => label)
  expect(labels.filter((label) => names.includes(label))).toEqual([
    'Bo Widerberg',
    'Éric Rohmer',
    'Zhang Yimou',
  ])
})

test('a set counts each of its films once', () => {
  expect(progressOf(ROW).sets.map(({ label, cases, isComplete }) => [label, cases, isComplete])).toEqual([
    ['Whole', [true, true], true],
    ['Half', [true, false], false],
  ])
})

test('watched and unwatched films are counted separately for owned and unowned films', () => {
  const { seen, watched, owned } = progressOf(ROW)
  expect(seen).toMatchObject({
    owned: { watched: { films: 1 }, unwatched: { films: 3 } },
    unowned: { watched: { films: 1 }, unwatched: { films: 0 } },
  })
  expect([owned, watched]).toEqual([4, 2])
})

test('a hidden list has no number', () => {
  const { seen, watched, wished } = progressOf({ ...ROW, watched: null, wished: null })
  expect([seen, watched, wished]).toEqual([undefined, null, null])
})

test('acquisitions include copies of films and of sets', () => {
  const acquired = { '2020-05': { spines: [2, 2], sets: [9] }, '': { spines: [404], sets: [] } }
  expect(progressOf({ ...ROW, acquired }).acquisitions?.periods).toEqual([
    {
      key: '2020-04',
      label: 'Apr–Jun 2020',
      copies: [
        { title: 'B', path: '/spine/2' },
        { title: 'B', path: '/spine/2' },
        { title: 'Empty', path: '/set/9' },
      ],
    },
  ])
  expect(progressOf(ROW).acquisitions).toBeUndefined()
})

test('a number links to its list', () => {
  const { directors, formats } = progressOf(ROW)
  expect(listHref('anna', directors[0]?.search ?? {})).toBe('/anna?director=X')
  expect(listHref('anna', formats[1]?.search ?? {})).toBe('/anna?available=dvd&owned=dvd')
})

test('a share is rounded, but 0 % and 100 % stand only for none and all', () => {
  expect([
    percentOf(1, 3),
    percentOf(1, 1299),
    percentOf(1298, 1299),
    percentOf(0, 3),
    percentOf(3, 3),
  ]).toEqual(['33', '1', '99', '0', '100'].map((percent) => `${percent}\u2009%`))
  expect(percentOf(0, 0)).toBe('–')
})

test('the address has the lists that show all rows, and the period whose copies are listed', () => {
  const nothing = { all: undefined, acquired: undefined }
  expect(readProgressSearch({ all: 'set,zardoz,country', acquired: '2020-04' })).toEqual({
    all: 'country,set',
    acquired: '2020-04',
  })
  expect(readProgressSearch({ all: 7, acquired: '<b>' })).toEqual(nothing)
  const open = toggled({ acquired: '2020' }, 'director')
  expect(open).toEqual({ all: 'director', acquired: '2020' })
  expect(toggled(toggled(open, 'country'), 'director')).toEqual({ all: 'country', acquired: '2020' })
  expect(toggled({ all: 'country' }, 'country')).toEqual(nothing)
})
