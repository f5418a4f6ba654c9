import { expect, test } from 'vitest'
import type { FilmChange } from '../comparison/comparison.ts'
import {
  notRevertedInWords,
  outcomeInWords,
  reasonsOf,
  revertInWords,
  spinesInWords,
} from './outcome-messages.ts'

const films = (...spines: number[]): FilmChange[] =>
  spines.map((spine) => ({ id: spine, spine, title: `Film ${spine}`, before: {}, after: {} }))

test('the outcome states how many films were updated and how many were not', () => {
  const all = { certain: true, failures: [] }
  expect(outcomeInWords({ ...all, written: films(1), left: [] })).toBe('1 film was updated.')
  expect(outcomeInWords({ ...all, written: films(1, 2), left: films(3) })).toBe(
    '2 films were updated, 1 was not.',
  )
  expect(outcomeInWords({ ...all, written: [], left: films(3, 4) })).toBe('0 films were updated, 2 were not.')
  expect(outcomeInWords({ written: films(1, 2), left: films(3), certain: false, failures: [] })).toBe(
    '2 films were updated; for 1 more this is unknown.',
  )
})

test('the reasons come before the advice to try again', () => {
  const failures = [{ code: undefined, sentence: 'No connection.' }]
  expect(reasonsOf({ written: [], left: films(1), certain: true, failures })).toEqual([
    'No connection.',
    'Trying again writes only the remaining films.',
  ])
})

test('after a change by someone else there is no advice to try again', () => {
  const failures = [{ code: 'PT409', sentence: 'Changed by someone else. Look at the changes again.' }]
  expect(reasonsOf({ written: [], left: films(1), certain: true, failures })).toEqual([
    'Changed by someone else. Look at the changes again.',
  ])
})

test('consecutive spines are shown as a range', () => {
  expect(spinesInWords(films(7))).toBe('Remaining spine: 7.')
  expect(spinesInWords(films(1, 2, 3, 7, 9, 10))).toBe('Remaining spines: 1–3, 7 and 9–10.')
})

test('the outcome of a revert lists the films that were not reverted', () => {
  const reverted = { reverted: 1, overtaken: [{ spine: 7, title: 'Ikiru' }] }
  expect(revertInWords(reverted)).toBe('1 film was reverted.')
  expect(notRevertedInWords(reverted)).toBe(
    'Not reverted, because of a later change, deletion or revert: Ikiru (7).',
  )
  expect(notRevertedInWords({ reverted: 2, overtaken: [] })).toBeUndefined()
  expect(revertInWords({ reverted: 0, overtaken: [] })).toBe('Nothing was reverted.')
})
