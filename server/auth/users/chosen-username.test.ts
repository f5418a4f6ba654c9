import { expect, test } from 'vitest'
import { DatabaseError } from '../../db/database.ts'
import { asUsernameRefusal } from './chosen-username.ts'

const TAKEN = 'The username anna is taken. Please choose another.'

test.each([
  ['23505', TAKEN, 409, 'conflict'],
  ['23514', 'A username has 3 to 30 characters: a–z, 0–9, _ or -.', 422, 'validation_failed'],
])('what a trigger raises with %s is passed on', (code, message, status, errorCode) => {
  const refusal = asUsernameRefusal(new DatabaseError({ code, message }), 'anna')
  expect(refusal).toMatchObject({ name: 'AuthError', status, errorCode, message })
})

test('what a constraint says of two at the same moment is not', () => {
  const error = new DatabaseError({
    code: '23505',
    message: 'duplicate key value violates unique constraint "profiles_username_key"',
    detail: 'Key (username)=(anna) already exists.',
  })
  expect(asUsernameRefusal(error, 'anna')).toMatchObject({ status: 409, message: TAKEN })
})

test('what is no refusal of a username stays what it is', () => {
  for (const error of [
    new Error('no connection'),
    new DatabaseError({ code: '23503', message: 'violates foreign key', detail: 'Key' }),
    new DatabaseError({ code: '23514', message: 'violates check constraint', detail: 'Failing row' }),
  ]) {
    expect(asUsernameRefusal(error, 'anna')).toBe(error)
  }
})
