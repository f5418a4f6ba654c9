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

test('a session for anything else signs in', () => {
  expect(readMailLink('#access_token=a&refresh_token=b&type=magiclink')).toEqual({
    kind: 'session',
    type: 'sign-in',
    accessToken: 'a',
    refreshToken: 'b',
  })
})

test('a refusal is one whatever else stands there', () => {
  expect(readMailLink('error=access_denied&error_description=Call+us&type=signup&token_hash=abc')).toEqual({
    kind: 'refused',
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
])('no link of a mail is %j', (fragment) => {
  expect(readMailLink(fragment)).toBeUndefined()
})
