import { expect, test } from 'vitest'
import { parseStoredPerson, sessionKey } from './stored-session.ts'

const USER_ID = '6f1c9b52-1f5a-4c8e-9a55-0f6b3a1a9d10'

const STORED = {
  access_token: 'a.b.c',
  refresh_token: 'r',
  expires_at: 1,
  user: { id: USER_ID, email: 'anna@example.org', user_metadata: { username: 'Anna' } },
}

test('a stored session names the person who is signed in', () => {
  expect(parseStoredPerson(JSON.stringify(STORED))).toEqual({
    userId: USER_ID,
    email: 'anna@example.org',
    usernameHint: 'anna',
  })
})

test.each([null, '', '{', 'null', '[]', '"text"', '{"user":{}}', '{"access_token":"a","refresh_token":"b"}'])(
  'no one is signed in with %j stored',
  (text) => {
    expect(parseStoredPerson(text)).toBeUndefined()
  },
)

test.each([
  { access_token: undefined },
  { refresh_token: 7 },
  { user: { email: 'anna@example.org' } },
  { user: { id: 4 } },
])('no one is signed in with a session damaged by %j', (fault) => {
  expect(parseStoredPerson(JSON.stringify({ ...STORED, ...fault }))).toBeUndefined()
})

test.each(['../admin', '<b>', 'x', 5, { a: 1 }])('the invalid username %j is ignored', (username) => {
  const user = { ...STORED.user, user_metadata: { username } }
  expect(parseStoredPerson(JSON.stringify({ ...STORED, user }))?.usernameHint).toBeUndefined()
})

test.each([
  ['http://127.0.0.1:3000/', 'sb-127-auth-token'],
  ['http://localhost:3000', 'sb-localhost-auth-token'],
  ['https://abcdefgh.supabase.co', 'sb-abcdefgh-auth-token'],
])('the session with %s is stored under %s', (url, key) => {
  expect(sessionKey(url)).toBe(key)
})
