import { expect, test } from 'vitest'
import { draftOfSet, emptyRow, isSameSet, setFaults, setOf, spinesIn } from './set-draft.ts'

const SET = {
  title: 'The Killers',
  criterion_id: 155,
  films: [{ film_id: 7 }, { title: 'The Killers', director: 'Don Siegel', year: 1964 }],
}
const SPINES = new Map([[7, 2]])
const IDS = new Map([[2, 7]])

test('a set converted to a draft and back is unchanged', () => {
  const draft = draftOfSet(SET, SPINES)
  expect(spinesIn(draft)).toEqual([2])
  expect(setOf(draft, IDS)).toEqual(SET)
  expect(isSameSet(draft, draftOfSet(SET, SPINES))).toBe(true)
  expect(isSameSet(draft, { ...draft, rows: draft.rows.toReversed() })).toBe(false)
})

test('empty rows are left out, and blanks around texts removed', () => {
  const draft = draftOfSet(SET, SPINES)
  const rows = [emptyRow(), { ...emptyRow(), title: ' Zero ' }]
  expect(setOf({ title: ' A ', criterionId: ' ', rows }, IDS)).toEqual({
    title: 'A',
    criterion_id: null,
    films: [{ title: 'Zero' }],
  })
  expect(setFaults({ ...draft, rows }, IDS)).toBeUndefined()
})

test.each([
  [{ spine: '9' }, 'No film has spine 9.'],
  [{ spine: 'x' }, 'Spine must be a whole number from 1 to 999,999,999.'],
  [{ director: 'Somebody' }, 'Title is empty.'],
  [{ title: 'A', year: '64' }, 'Year must be a year from 1870 to 2100, or empty.'],
])('a row with %j has a fault', (values, sentence) => {
  const row = { ...emptyRow(), ...values }
  expect(setFaults({ title: 'A', criterionId: '', rows: [row] }, IDS)?.rows.get(row.key)).toBe(sentence)
})

test('a spine stands in a set once, and a set has a title', () => {
  const rows = [
    { ...emptyRow(), spine: '2' },
    { ...emptyRow(), spine: '02' },
  ]
  expect(setFaults({ title: 'A', criterionId: '', rows }, IDS)?.rows.size).toBe(1)
  expect(setFaults({ title: '', criterionId: 'x', rows: [] }, IDS)).toMatchObject({
    title: 'The title of the set is empty.',
    criterionId: expect.stringContaining('whole number'),
  })
})
