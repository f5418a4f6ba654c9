import { expect, test } from 'vitest'
import { isPassing, isUnreachable } from './unreachable.ts'

test('a failure without a code of the backend is one of the way there', () => {
  expect(isUnreachable(new TypeError('Failed to fetch'))).toBe(true)
  expect(isUnreachable({ code: '', message: 'TypeError: Failed to fetch' })).toBe(true)
  expect(isUnreachable({ message: '<h1>Bad gateway' })).toBe(true)
  expect(isUnreachable(new Error('Not read', { cause: { code: '', message: '' } }))).toBe(true)
})

test('a database that is away will be back, a refusal stays one', () => {
  for (const code of ['57P01', '53300', '08006', 'XX000', '40P01', 'PGRST000', 'PGRSTX00', 'PT503']) {
    expect(isUnreachable({ code }), code).toBe(true)
  }
  for (const code of ['42501', '23505', '22023', '25006', 'PGRST301', 'PGRST116', 'PGRST202', 'PT404']) {
    expect(isUnreachable({ code }), code).toBe(false)
    expect(isUnreachable(new Error('Not read', { cause: { code } })), code).toBe(false)
  }
})

test('a write is sent again after what passes, and only then', () => {
  for (const status of [0, 408, 425, 429, 500, 502, 503, 504])
    expect(isPassing(status), `${status}`).toBe(true)
  for (const status of [200, 400, 401, 403, 404, 422]) expect(isPassing(status), `${status}`).toBe(false)
  expect(isPassing(409, '40P01')).toBe(true)
  expect(isPassing(409, '23503')).toBe(false)
})
