import { expect, test } from 'vitest'
import { readMailLink } from './mail-link.ts'

test.each(['signup', 'recovery', 'email_change'])('a token for %s is read from the fragment', (type) => {
  expect(readMailLink(`token_hash=abc&type=${type}`)).toEqual({ kind: 'token', type, tokenHash: 'abc' })
})

test('a session from a hosted backend is read from the fragment', () => {
  expect(readMailLink('access_token=a&refresh_token=b&type=recovery')).toEqual({
    kind: 'session',
    type: 'recovery',
    accessToken: 'a',
    refreshToken: 'b',
  })
})

test('a session for any other purpose signs in', () => {
  expect(readMailLink('#access_token=a&refresh_token=b&type=magiclink')).toEqual({
    kind: 'session',
    type: 'sign-in',
    accessToken: 'a',
    refreshToken: 'b',
  })
})

test('an error is read as a rejection, whatever else the fragment contains', () => {
  expect(readMailLink('error=access_denied&error_description=Call+us&type=signup&token_hash=abc')).toEqual({
    kind: 'rejected',
  })
})

test.each([
  '',
  'content',
  'type=recovery',
  'access_token=a&type=recovery',
  'token_hash=abc',
  'token_hash=abc&type=invite',
  'type=%00',
])('the fragment %j is not from a mail link', (fragment) => {
  expect(readMailLink(fragment)).toBeUndefined()
})
