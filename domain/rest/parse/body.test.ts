import { expect, test } from 'vitest'
import { parseArguments, parseObjects } from './body.ts'

const refusal = (code: string) => expect.objectContaining({ status: 400, code })

test('a body of one object or an array of objects becomes an array', () => {
  expect(parseObjects('{"a": 1, "b": [2]}', null)).toEqual({
    json: '[{"a": 1, "b": [2]}]',
    objects: 1,
    columns: ['a', 'b'],
  })
  const list = ' [{"a": 1, "b": 2}, {"b": 3, "a": 4}] '
  expect(parseObjects(list, null)).toEqual({ json: list, objects: 2, columns: ['a', 'b'] })
  expect(parseObjects('[]', null)).toEqual({ json: '[]', objects: 0, columns: [] })
})

test('the keys of objects may differ only if the request names the columns', () => {
  const list = '[{"a": 1}, {"a": 1, "b": 2}]'
  expect(() => parseObjects(list, null)).toThrow(refusal('PGRST102'))
  expect(parseObjects(list, ['b']).columns).toEqual(['b'])
})

test.each([
  '',
  ' ',
  'null',
  '1',
  '"a"',
  '[1]',
  '[[]]',
  '[{}, null]',
  '{"a"}',
  '{"a": 1}}',
  '[{}',
  '\ufeff{}',
])('the body %s is refused with PGRST102', (body) => {
  expect(() => parseObjects(body, null)).toThrow(refusal('PGRST102'))
})

test('a body nested too deeply is refused before it is parsed; brackets in strings do not count', () => {
  const nested = (levels: number) => `{"a": ${'['.repeat(levels)}"\\"[[{"${']'.repeat(levels)}}`
  expect(parseObjects(nested(99), null).objects).toBe(1)
  expect(() => parseObjects(nested(100), null)).toThrow(refusal('54000'))
  expect(() => parseObjects('[{"a":'.repeat(100_000), null)).toThrow(refusal('54000'))
  expect(parseObjects(`{"a": "${'['.repeat(1000)}"}`, null).objects).toBe(1)
  expect(parseObjects(`[${'{"a": [[]]},'.repeat(500)}{"a": 1}]`, null).objects).toBe(501)
})

test('a body with more than a thousand rows is refused', () => {
  expect(parseObjects(`[${'{},'.repeat(999)}{}]`, null).objects).toBe(1000)
  expect(() => parseObjects(`[${'{},'.repeat(1000)}{}]`, null)).toThrow(refusal('54000'))
})

test('the arguments of a function are an object or an empty body', () => {
  expect(parseArguments('{"a": 1}')).toEqual({ json: '{"a": 1}', names: ['a'] })
  expect(parseArguments(' ')).toEqual({ json: '{}', names: [] })
  for (const body of ['[]', 'null', '1', '{']) {
    expect(() => parseArguments(body)).toThrow(refusal('PGRST102'))
  }
})
