import { expect, test } from 'vitest'
import type { FilmChange } from '../comparison/comparison.ts'
import {
  outcomeInWords,
  overtakenInWords,
  reasonsOf,
  revertInWords,
  spinesInWords,
} from './outcome-messages.ts'

const films = (...spines: number[]): FilmChange[] =>
  spines.map((spine) => ({ id: spine, spine, title: `Film ${spine}`, before: {}, after: {} }))

test('an outcome says exactly how many films were updated and how many were not', () => {
  const all = { certain: true, failures: [] }
  expect(outcomeInWords({ ...all, written: films(1), left: [] })).toBe('1 film was updated.')
  expect(outcomeInWords({ ...all, written: films(1, 2), left: films(3) })).toBe(
    '2 films were updated, 1 was not.',
  )
  expect(outcomeInWords({ ...all, written: [], left: films(3, 4) })).toBe('0 films were updated, 2 were not.')
  expect(outcomeInWords({ written: films(1, 2), left: films(3), certain: false, failures: [] })).toBe(
    '2 films were updated; of 1 more it is not known.',
  )
})

test('each reason stands once, before what can be done', () => {
  const failures = [{ code: undefined, sentence: 'No connection.' }]
  expect(reasonsOf({ written: [], left: films(1), certain: true, failures })).toEqual([
    'No connection.',
    'Trying again writes only what is left.',
  ])
})

test('where somebody else was first, nothing is to be tried again before it is compared', () => {
  const failures = [{ code: 'PT409', sentence: 'Changed by someone else. Look at the changes again.' }]
  expect(reasonsOf({ written: [], left: films(1), certain: true, failures })).toEqual([
    'Changed by someone else. Look at the changes again.',
  ])
})

test('spines that follow each other are named by the first and the last', () => {
  expect(spinesInWords(films(7))).toBe('Left is spine 7.')
  expect(spinesInWords(films(1, 2, 3, 7, 9, 10))).toBe('Left are the spines 1–3, 7, and 9–10.')
})

test('a revert names the films that were left alone', () => {
  const reverted = { reverted: 1, overtaken: [{ spine: 7, title: 'Ikiru' }] }
  expect(revertInWords(reverted)).toBe('1 film is as before the update.')
  expect(overtakenInWords(reverted)).toBe(
    'Changed, deleted or taken back by someone since, and left alone: Ikiru (7).',
  )
  expect(overtakenInWords({ reverted: 2, overtaken: [] })).toBeUndefined()
  expect(revertInWords({ reverted: 0, overtaken: [] })).toBe('Nothing was taken back.')
})
