import { expect, test } from 'vitest'
import { parseRead } from './parse.ts'
import { planRead } from './plan.ts'
import { schema } from './schema.fixture.ts'

const read = (query: string) =>
  planRead(parseRead('GET', { resource: { kind: 'relation', name: 'shelves' }, query }, {}), schema)

test.each([
  'owner=eq.7',
  'owner=eq.7&place=gt.2',
  'label=eq.a',
  'and=(place.eq.2,owner.eq.7)',
  'and=(place.eq.2,and(label.eq.a,place.lt.9))',
])('rows of one person are read: %s', (query) => {
  expect(read(query).conditions).not.toEqual([])
})

test.each([
  '',
  'limit=1',
  'place=eq.2',
  'owner=neq.7',
  'owner=not.eq.7',
  'owner=gte.7',
  'owner=in.(7,8)',
  'owner=is.not_null',
  'label=like.a*',
  'or=(owner.eq.7,place.eq.2)',
  'not.and=(owner.eq.7)',
  'and=(not.and(owner.eq.7,place.eq.2),place.eq.2)',
])('rows of everybody are not: %s', (query) => {
  expect(() => read(query)).toThrow(
    expect.objectContaining({
      status: 400,
      code: '54000',
      hint: 'Add a filter such as owner=eq.<value> or label=eq.<value>.',
    }),
  )
})

test('what belongs to nobody is read as it was', () => {
  const films = parseRead('GET', { resource: { kind: 'relation', name: 'films' }, query: '' }, {})
  expect(planRead(films, schema).limit).toBe(1000)
})
