import { expect, test } from 'vitest'
import { parseRead } from '../../../domain/rest/parse/parse.ts'
import { DatabaseError } from '../../db/database.ts'
import { schema } from '../schema/schema.fixture.ts'
import { toSql } from '../sql/read-sql.ts'
import { fullScanGuardSql, toFullScanError } from './full-scan-guard.ts'
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
])('a read of the rows of given people has no guard: %s', (query) => {
  expect(read(query).guardedRelation).toBeNull()
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
])('a read of the rows of all people has a guard on the size of the relation: %s', (query) => {
  const plan = read(query)
  expect(plan.guardedRelation?.name).toBe('shelves')
  const { text } = toSql({ ...plan, count: true })
  expect(text.split(fullScanGuardSql('shelves')), 'page and count').toHaveLength(3)
})

test('a relation whose rows do not belong to people has no guard', () => {
  expect(read('', 'films').guardedRelation).toBeNull()
})

test('the error of the guard names a filter to add, and other errors pass unchanged', () => {
  const { guardedRelation } = read('')
  const refusal = new DatabaseError({ code: 'CC540', message: 'The rows are too many.', detail: '30000' })
  expect(toFullScanError(refusal, guardedRelation)).toMatchObject({
    status: 400,
    code: '54000',
    hint: 'Add a filter such as owner=eq.<value> or label=eq.<value>.',
  })
  const other = new DatabaseError({ code: '22P02', message: 'invalid input syntax for type boolean: "x"' })
  expect(toFullScanError(other, guardedRelation)).toBe(other)
  expect(toFullScanError(refusal, null)).toBe(refusal)
})
