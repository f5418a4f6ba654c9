import { expect, test } from 'vitest'
import { ApiError } from '../domain/rest/api-error.ts'
import { DatabaseError } from './db/database.ts'
import { statusOfSqlState, toApiError } from './errors.ts'

test.each([
  ['21000', 400],
  ['22P02', 400],
  ['23502', 400],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25P02', 500],
  ['28000', 403],
  ['40P01', 409],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['42703', 400],
  ['53300', 503],
  ['53400', 500],
  ['54001', 400],
  ['55000', 400],
  ['55006', 500],
  ['57014', 504],
  ['57P01', 503],
  ['08006', 503],
  ['P0001', 400],
  ['P0002', 500],
  ['PT402', 402],
  ['PT999', 400],
  ['XX000', 500],
])('SQLSTATE %s is status %i', (code, status) => {
  expect(statusOfSqlState(code, true)).toBe(status)
})

test('a lack of permission is 401 for a visitor and 403 for a person', () => {
  expect(statusOfSqlState('42501', true)).toBe(401)
  expect(statusOfSqlState('42501', false)).toBe(403)
})

test('an error that the caller caused keeps the message of the database', () => {
  const fields = {
    message: 'duplicate key',
    code: '23505',
    detail: 'Key (spine)=(1) already exists.',
    hint: null,
  }
  expect(toApiError(new DatabaseError(fields), true)).toMatchObject({
    status: 409,
    code: '23505',
    message: 'duplicate key',
    details: fields.detail,
    hint: null,
  })
})

test.each([
  new Error('select secret from somewhere'),
  new DatabaseError({ message: 'select secret from somewhere', code: 'XX000', detail: 'select' }),
  Object.assign(new Error('select secret from somewhere'), { statusCode: 503 }),
  { statusCode: 'select' },
  'select secret',
  null,
])('an unexpected error loses its message: %o', (error) => {
  const { status, message, details, hint } = toApiError(error, true)
  expect(status).toBe(500)
  expect(JSON.stringify([message, details, hint])).not.toContain('select')
})

test('an error of the framework and an ApiError keep their status', () => {
  const error = Object.assign(new Error('Unsupported Media Type'), { statusCode: 415 })
  expect(toApiError(error, true)).toMatchObject({
    status: 415,
    code: 'PGRST102',
    message: 'Unsupported Media Type',
  })
  expect(toApiError(new ApiError(404, 'PGRST205', 'x'), true)).toMatchObject({
    status: 404,
    code: 'PGRST205',
  })
})
