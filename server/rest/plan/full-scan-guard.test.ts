import { expect, test } from 'vitest'
import { DatabaseError } from '../../db/database.ts'
import { parseRead } from '../parse/parse.ts'
import { schema } from '../schema/schema.fixture.ts'
import { toSql } from '../sql/read-sql.ts'
import { smallOrRefused, withSizeRefusal } from './full-scan-guard.ts'
import { planRead } from './plan-read.ts'

const read = (query: string, name = 'shelves') =>
  planRead(parseRead('GET', { resource: { kind: 'relation', name }, query }, {}), schema)

test.each([
  'owner=eq.7',
  'owner=eq.7&place=gt.2',
  'owner=in.(7,8)',
  'owner=eq(any).{7,8}',
  'label=eq.a',
  'and=(place.eq.2,owner.eq.7)',
  'and=(place.eq.2,and(label.eq.a,place.lt.9))',
])('what names somebody is read as it is: %s', (query) => {
  expect(read(query).ofEverybody).toBeNull()
  expect(toSql(read(query)).text).not.toContain('reltuples')
})

test.each([
  '',
  'limit=1',
  'place=eq.2',
  'owner=neq.7',
  'owner=not.eq.7',
  'owner=gte.7',
  'owner=eq(all).{}',
  'owner=gte(any).{7}',
  'owner=isdistinct.7',
  'owner->>a=eq.7',
  'owner=is.not_null',
  'label=like.a*',
  'or=(owner.eq.7,place.eq.2)',
  'not.and=(owner.eq.7)',
  'and=(not.and(owner.eq.7,place.eq.2),place.eq.2)',
])('what names nobody is read while the relation is small: %s', (query) => {
  const plan = read(query)
  expect(plan.ofEverybody?.name).toBe('shelves')
  const { text } = toSql({ ...plan, count: true })
  expect(text.split(smallOrRefused('shelves')), 'page and count').toHaveLength(3)
})

test('what belongs to nobody in particular is read as it was', () => {
  expect(read('', 'films').ofEverybody).toBeNull()
})

test('the refusal says what to do instead, and no other error is taken for it', () => {
  const { ofEverybody } = read('')
  const refusal = new DatabaseError({ code: 'CC540', message: 'The rows are too many.', detail: '30000' })
  expect(withSizeRefusal(refusal, ofEverybody)).toMatchObject({
    status: 400,
    code: '54000',
    hint: 'Add a filter such as owner=eq.<value> or label=eq.<value>.',
  })
  const other = new DatabaseError({ code: '22P02', message: 'invalid input syntax for type boolean: "x"' })
  expect(withSizeRefusal(other, ofEverybody)).toBe(other)
  expect(withSizeRefusal(refusal, null)).toBe(refusal)
})
