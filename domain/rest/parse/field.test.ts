import { expect, test } from 'vitest'
import type { ApiError } from '../api-error.ts'
import { Reader } from '../reader.ts'
import { readField } from './field.ts'

function fieldIn(text: string) {
  const reader = new Reader('filter name', text)
  return { ...readField(reader), rest: reader.rest() }
}

const path = (...steps: [arrow: '->' | '->>', to: string | number][]) =>
  steps.map(([arrow, to]) => ({ arrow, to }))

test.each([
  ['title', undefined, ''],
  ['title.desc', undefined, '.desc'],
  ['a-b->c-d', path(['->', 'c-d']), ''],
  ['data->a->>b', path(['->', 'a'], ['->>', 'b']), ''],
  ['data->0->>-1', path(['->', 0], ['->>', -1]), ''],
  ['data->0.desc', path(['->', 0]), '.desc'],
  ['data->>0::int', path(['->>', 0]), '::int'],
  ['data->0xy1->23-xy-45->xy-6', path(['->', '0xy1'], ['->', '23-xy-45'], ['->', 'xy-6']), ''],
  ['data->!@#$%^&*_d , b', path(['->', '!@#$%^&*_d']), ', b'],
  ['data->"a.b"->>"c\\"->d"', path(['->', 'a.b'], ['->>', 'c"->d']), ''],
  ['data->""', path(['->', '']), ''],
  ['"a->b"->c', path(['->', 'c']), ''],
])('the field %s is parsed', (text, expected, rest) => {
  expect(fieldIn(text)).toMatchObject({ rest })
  expect(fieldIn(text).path).toEqual(expected)
})

test.each([
  'data->',
  'data->>',
  'data->->a',
  'data->-a',
  'data->--1',
  'data->-1a',
  'data->(a)',
  'data->.a',
  '->a',
])('the field "%s" is refused with PGRST100', (text) => {
  expect(() => fieldIn(text)).toThrow(expect.objectContaining({ code: 'PGRST100' }) as ApiError)
})
