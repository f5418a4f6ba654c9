import { expect, test } from 'vitest'
import { isRejection, isRetryable } from './retryable-error.ts'

test('an error without a code of the backend is retryable', () => {
  expect(isRetryable(new TypeError('Failed to fetch'))).toBe(true)
  expect(isRetryable({ code: '', message: 'TypeError: Failed to fetch' })).toBe(true)
  expect(isRetryable({ message: '<h1>Bad gateway' })).toBe(true)
  expect(isRetryable(new Error('Not read', { cause: { code: '', message: '' } }))).toBe(true)
})

test('an unavailable database is retryable, a rejected request is not', () => {
  for (const code of ['57P01', '53300', '08006', 'XX000', '40P01', 'PGRST000', 'PGRSTX00', 'PT503']) {
    expect(isRetryable({ code }), code).toBe(true)
  }
  for (const code of ['42501', '23505', '22023', '25006', 'PGRST301', 'PGRST116', 'PGRST202', 'PT404']) {
    expect(isRetryable({ code }), code).toBe(false)
    expect(isRetryable(new Error('Not read', { cause: { code } })), code).toBe(false)
  }
})

test('only codes by which the backend rejects a request are rejections', () => {
  for (const code of ['22023', '23503', '23514', '42501', 'P0001', 'PT403', 'PGRST102']) {
    expect(isRejection(code), code).toBe(true)
  }
  const others = ['40P01', '57P01', '25006', '42883', 'PGRST000', 'PGRST202', 'PGRST205', 'PT503', 'PT429']
  for (const code of [...others, '', '403', 'FORBIDDEN', 'AccessDenied', '22', undefined]) {
    expect(isRejection(code), code).toBe(false)
  }
})
