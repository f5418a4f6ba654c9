import { expect, test } from 'vitest'
import { Unanswerable } from '../unanswerable.ts'
import { readTextArray } from './text-array.ts'

test.each([
  ['{}', []],
  ['{Japan}', ['Japan']],
  ['{1,22}', ['1', '22']],
  ['{Hong Kong,"A, \\"B\\" {}","NULL",""}', ['Hong Kong', 'A, "B" {}', 'NULL', '']],
])('%s is read', (text, elements) => {
  expect(readTextArray(text)).toEqual(elements)
})

test.each([
  '',
  'Japan',
  '{',
  '{a',
  '{a}b',
  '{a,}',
  '{,a}',
  '{null}',
  '{ a }',
  '{{a}}',
  '{a\\b}',
  '[1:2]={a,b}',
])('%j is left to the server', (text) => {
  expect(() => readTextArray(text)).toThrow(Unanswerable)
})
