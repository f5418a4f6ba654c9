import { describe, expect, test } from 'vitest'
import { parseWrite, type WriteMethod } from '../../../domain/rest/parse/write.ts'
import { DatabaseError } from '../../db/database.ts'
import { planWrite } from '../plan/plan-write.ts'
import { schema } from '../schema/schema.fixture.ts'
import { toRowCountError } from '../sql/rows-sql.ts'
import type { WriteResult } from '../sql/write-sql.ts'
import { toWriteResponse } from './respond-write.ts'

const respond = (method: WriteMethod, prefer: string, result: Partial<WriteResult>, headers = {}) => {
  const address = { relation: 'films', query: method === 'POST' ? '' : 'id=gt.0' }
  const plan = planWrite(parseWrite(method, address, { prefer, ...headers }, '{}'), schema)
  return toWriteResponse(plan, { body: null, rows: 1, ...result })
}

test.each([
  ['POST', '', { rows: 1 }, 201, '*/*'],
  ['POST', 'count=exact', { rows: 3 }, 201, '*/3'],
  ['POST', 'resolution=merge-duplicates', { rows: 2, inserted: 1 }, 201, '*/*'],
  ['POST', 'resolution=merge-duplicates', { rows: 2, inserted: 0 }, 200, '*/*'],
  ['PATCH', '', { rows: 2 }, 204, '0-1/*'],
  ['PATCH', 'count=exact', { rows: 0 }, 204, '*/0'],
  ['PATCH', 'return=representation', { rows: 2, body: '[]' }, 200, '0-1/*'],
  ['DELETE', 'return=headers-only', { rows: 2 }, 204, '*/*'],
  ['DELETE', 'return=representation,count=exact', { rows: 2, body: '[]' }, 200, '*/2'],
] as const)(
  'a %s with Prefer %s and the result %o has status %i and range %s',
  (method, prefer, result, status, range) => {
    expect(respond(method, prefer, result)).toMatchObject({ status, headers: { 'content-range': range } })
  },
)

describe('the body', () => {
  test('is sent only with return=representation', () => {
    expect(respond('POST', '', {})).toMatchObject({ body: null })
    expect(respond('POST', '', {}).headers).not.toHaveProperty('content-type')
    expect(respond('POST', 'return=representation', { body: '[{"id":1}]' })).toMatchObject({
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: '[{"id":1}]',
    })
  })

  test('has the requested media type', () => {
    const object = { accept: 'application/vnd.pgrst.object+json' }
    expect(respond('PATCH', 'return=representation', { body: '{"id":1}' }, object).body).toBe('{"id":1}')
    const csv = respond('DELETE', 'return=representation', { body: '1,"a,b"' }, { accept: 'text/csv' })
    expect(csv.body).toBe('id,spine,title,year,dvd,search\n1,"a,b"')
  })
})

test('Location is sent for one new row and not for several', () => {
  const prefer = 'return=headers-only'
  expect(respond('POST', prefer, { body: '[{"id":"a&b"}]' }).headers.location).toBe('/films?id=eq.a%26b')
  expect(respond('POST', prefer, { body: '[{"id":"1"},{"id":"2"}]', rows: 2 }).headers).not.toHaveProperty(
    'location',
  )
})

test('a refused number of rows has the error of PostgREST', () => {
  const failed = (code: string, detail: string | null = null) =>
    toRowCountError(new DatabaseError({ code, detail, message: 'A message of the database.' }))
  expect(failed('CC116', '2')).toMatchObject({ status: 406, details: 'The result contains 2 rows' })
  expect(failed('CC124', '7')).toMatchObject({ status: 400, details: 'The query affects 7 rows' })
  expect(failed('22P02')).toMatchObject({ code: '22P02' })
})
