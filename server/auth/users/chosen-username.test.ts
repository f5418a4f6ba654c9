import { expect, test } from 'vitest'
import { DatabaseError } from '../../db/database.ts'
import { toUsernameError } from './chosen-username.ts'

const TAKEN = 'The username anna is taken. Please choose another.'

test.each([
  ['23505', TAKEN, 409, 'conflict'],
  ['23514', 'A username has 3 to 30 characters: a–z, 0–9, _ or -.', 422, 'validation_failed'],
])('the message of a trigger with %s is passed on', (code, message, status, errorCode) => {
  const refusal = toUsernameError(new DatabaseError({ code, message }), 'anna')
  expect(refusal).toMatchObject({ name: 'AuthError', status, errorCode, message })
})

test('the message of a constraint is replaced', () => {
  const error = new DatabaseError({
    code: '23505',
    message: 'duplicate key value violates unique constraint "profiles_username_key"',
    detail: 'Key (username)=(anna) already exists.',
  })
  expect(toUsernameError(error, 'anna')).toMatchObject({ status: 409, message: TAKEN })
})

test('an error that is not about the username stays as it is', () => {
  for (const error of [
    new Error('no connection'),
    new DatabaseError({ code: '23503', message: 'violates foreign key', detail: 'Key' }),
    new DatabaseError({ code: '23514', message: 'violates check constraint', detail: 'Failing row' }),
  ]) {
    expect(toUsernameError(error, 'anna')).toBe(error)
  }
})
