import { describe, expect, test } from 'vitest'
import { parseWrite, type WriteMethod } from '../../../domain/rest/parse/write.ts'
import { schema } from '../schema/schema.fixture.ts'
import { planWrite } from './plan-write.ts'

const planOf = (method: WriteMethod, relation: string, query: string, body = '{}', prefer = '') =>
  planWrite(parseWrite(method, { relation, query }, { prefer }, body), schema)

test('the planned columns have their types', () => {
  const { change } = planOf('POST', 'films', '', '{"dvd": true, "title": "M"}')
  expect(change).toMatchObject({ columns: [{ name: 'dvd', type: 'boolean' }, { name: 'title' }] })
})

describe('duplicates', () => {
  const merge = 'resolution=merge-duplicates'

  test('are detected by the primary key or by the named columns', () => {
    expect(planOf('POST', 'films', '', '{}', merge).change).toMatchObject({ conflict: { columns: ['id'] } })
    expect(planOf('POST', 'films', 'on_conflict=spine', '{}', merge).change).toMatchObject({
      conflict: { columns: ['spine'], resolution: 'merge-duplicates' },
    })
  })

  test('are left to the database without a preference for a resolution', () => {
    expect(planOf('POST', 'films', 'on_conflict=spine').change).toMatchObject({ conflict: null })
  })
})

test('return=headers-only needs the key of a row, return=representation the selected columns', () => {
  const columns = (prefer: string) =>
    planOf('POST', 'films', 'select=t:title', '{}', prefer).columns.map(({ name, as }) => [name, as])
  expect(columns('return=headers-only')).toEqual([['id', 'id']])
  expect(columns('return=representation')).toEqual([['title', 't']])
  expect(columns('return=minimal')).toEqual([])
})

test('the applied preferences are those with an effect on the request', () => {
  const prefer = 'missing=default, resolution=ignore-duplicates, count=planned, return=minimal, tx=rollback'
  expect(planOf('POST', 'films', '', '{}', prefer).preferences).toEqual([
    'resolution=ignore-duplicates',
    'missing=default',
    'return=minimal',
    'count=exact',
  ])
  const { preferences } = planOf('DELETE', 'films', 'id=eq.1', '', prefer)
  expect(preferences).toEqual(['return=minimal', 'count=exact'])
})

test.each([
  ['POST', 'nope', '', '{}', 404, 'PGRST205'],
  ['POST', '__proto__', '', '{}', 404, 'PGRST205'],
  ['POST', 'films', '', '{"nope": 1}', 400, 'PGRST204'],
  ['POST', 'films', '', '{"constructor": 1}', 400, 'PGRST204'],
  ['POST', 'films', 'columns=nope', '{}', 400, 'PGRST204'],
  ['POST', 'films', 'on_conflict=nope', '{}', 400, '42703'],
  ['POST', 'films', 'select=nope', '{}', 400, '42703'],
  ['POST', 'films', 'select=actors(*)', '{}', 400, 'PGRST200'],
  ['PATCH', 'films', '', '{"title": "M"}', 400, '21000'],
  ['PATCH', 'films', 'nope=eq.1', '{}', 400, '42703'],
  ['PATCH', 'films', `title=like.${'*a'.repeat(61)}`, '{}', 400, '54000'],
  ['DELETE', 'films', '', '', 400, '21000'],
  ['DELETE', 'films', 'or=(id.eq.1,nope.eq.1)', '', 400, '42703'],
] as const)(
  'the request %s %s?%s with the body %s is refused with %i %s',
  (method, relation, query, body, status, code) => {
    expect(() => planOf(method, relation, query, body, 'return=representation')).toThrow(
      expect.objectContaining({ status, code }),
    )
  },
)
