import { describe, expect, test } from 'vitest'
import { parseRead } from '../../../domain/rest/parse/parse.ts'
import type { ReadResult } from '../../../domain/rest/respond-rows.ts'
import { planRead } from '../plan/plan-read.ts'
import { schema } from '../schema/schema.fixture.ts'
import { toResponse } from './respond-read.ts'

const respond = (query: string, headers: Record<string, string>, result: ReadResult) => {
  const request = parseRead('GET', { resource: { kind: 'relation', name: 'films' }, query }, headers)
  return toResponse(planRead(request, schema), result)
}
const counted = { prefer: 'count=exact' }
const single = { accept: 'application/vnd.pgrst.object+json' }

describe('Content-Range', () => {
  test.each([
    ['', {}, { rows: 3 }, 200, '0-2/*'],
    ['offset=10', {}, { rows: 0 }, 200, '*/*'],
    ['', counted, { rows: 3, total: 3 }, 200, '0-2/3'],
    ['', counted, { rows: 0, total: 0 }, 200, '*/0'],
    ['limit=50&offset=50', counted, { rows: 50, total: 1299 }, 206, '50-99/1299'],
    ['limit=0', counted, { rows: 0, total: 1299 }, 206, '*/1299'],
    ['offset=1299', counted, { rows: 0, total: 1299 }, 206, '*/1299'],
  ])('for %s %o %o is built from the result', (query, headers, result, status, range) => {
    const response = respond(query, headers, { body: '[]', ...result })
    expect(response).toMatchObject({ status, headers: { 'content-range': range } })
  })

  test('of an offset beyond the end is refused with 416 PGRST103', () => {
    expect(() => respond('offset=4', counted, { body: '[]', rows: 0, total: 3 })).toThrow(
      expect.objectContaining({
        status: 416,
        code: 'PGRST103',
        details: 'An offset of 4 was requested, but there are only 3 rows.',
      }),
    )
  })
})

test.each([0, 2])('%i rows are refused with 406 PGRST116 if one row was requested', (rows) => {
  expect(() => respond('', single, { body: null, rows })).toThrow(
    expect.objectContaining({ status: 406, code: 'PGRST116', details: `The result contains ${rows} rows` }),
  )
})

test('a single row is sent as an object', () => {
  expect(respond('', single, { body: '{"id":1}', rows: 1 })).toMatchObject({
    headers: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
    body: '{"id":1}',
  })
})

test('CSV begins with the names of its columns, even without rows', () => {
  const csv = (body: string | null) =>
    respond('select=id,"x,y":title', { accept: 'text/csv' }, { body, rows: body === null ? 0 : 1 })
  expect(csv('1,"a ""b"", c"')).toMatchObject({
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body: 'id,"x,y"\n1,"a ""b"", c"',
  })
  expect(csv(null).body).toBe('id,"x,y"')
})
