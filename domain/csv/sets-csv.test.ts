import { expect, test } from 'vitest'
import { type BoxSet, readSetsCsv, SET_COLUMNS, writeSetsCsv } from './sets-csv.ts'

const SETS: BoxSet[] = [
  {
    title: '=A Trilogy',
    spine: 66,
    criterionId: 155,
    films: [
      { spine: 67, title: 'One, “Two”', director: 'Somebody', year: 1930 },
      { spine: null, title: '-Two', director: null, year: null },
    ],
  },
  { title: 'Without films', spine: null, criterionId: null, films: [] },
]

const HEADER = SET_COLUMNS.join(',')

test('a written file of sets is read as the same', () => {
  expect(readSetsCsv(writeSetsCsv(SETS))).toEqual({ sets: SETS, problems: [] })
})

test('the films of a set stand in the order of their positions', () => {
  const { sets } = readSetsCsv(`${HEADER}\nA,,,9,,Last,,\nB,,,1,,Other,,\nA,,,2,7,,,\n`)
  expect(sets.map(({ title, films }) => [title, films.map((film) => film.title ?? film.spine)])).toEqual([
    ['A', [7, 'Last']],
    ['B', ['Other']],
  ])
})

test.each([
  [',,,1,,x,,', 'set "" is empty'],
  ['A,0,,1,,x,,', 'set_spine "0" must be'],
  ['A,,x,1,,x,,', 'criterion_id "x" must be'],
  ['A,,,0,,x,,', 'position "0" must be from 1 to 999'],
  ['A,,,,,x,,', 'position "" must be'],
  ['A,,,1,,,Somebody,', 'title "" is empty'],
  ['A,,,1,,x,,1000', 'year "1000" must be'],
  ['A,,,1,,x,,\nA,,,1,,y,,', 'position 1 twice'],
  ['A,1,,1,,x,,\nA,2,,2,,y,,', 'is not as on line 2'],
])('a wrong row of a set is refused: %j', (rows, words) => {
  expect(readSetsCsv(`${HEADER}\n${rows}\n`).problems).toEqual([
    expect.objectContaining({ message: expect.stringContaining(words) }),
  ])
})
