import { AuthApiError, AuthSessionMissingError, AuthWeakPasswordError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { failureOf } from './run-request.ts'

test.each([
  ['Invalid login credentials', 400, 'invalid_credentials', /^The email address or the password is wrong\./],
  ['Email not confirmed', 400, 'email_not_confirmed', /^Your email address is not confirmed yet\./],
  [
    'User already registered',
    422,
    'user_already_exists',
    /^An account with this email address already exists\./,
  ],
  [
    'Unable to validate email address: invalid format',
    400,
    'validation_failed',
    /^This is not a valid email address\./,
  ],
  ['Email link is invalid or has expired', 403, 'otp_expired', /^This link was already used/],
  [
    'Invalid Refresh Token: Already Used',
    400,
    'refresh_token_already_used',
    /^Your session was used in two places/,
  ],
])('“%s” is replaced by a message for people', (message, status, code, sentence) => {
  expect(failureOf(new AuthApiError(message, status, code))).toEqual({
    code,
    sentence: expect.stringMatching(sentence),
  })
})

test('a message that is written for people is shown unchanged', () => {
  const sentences = [
    'The username anna is taken. Please choose another.',
    'A username has 3 to 30 characters.',
  ]
  for (const [at, code] of ['conflict', 'validation_failed'].entries()) {
    const sentence = sentences[at] ?? ''
    expect(failureOf(new AuthApiError(sentence, 409, code))).toEqual({ code, sentence })
  }
  const common = 'That password is one of those that many people have. Please choose another.'
  expect(failureOf(new AuthWeakPasswordError(common, 422, ['pwned'])).sentence).toBe(common)
})

test('an ended session is not reported as a network failure', () => {
  expect(failureOf(new AuthSessionMissingError()).sentence).toBe(
    'You have been signed out. Please sign in again.',
  )
  expect(failureOf(new TypeError('Failed to fetch')).sentence).toMatch(/^The server could not be reached\./)
})
