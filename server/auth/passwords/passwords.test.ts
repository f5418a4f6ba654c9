import { expect, test } from 'vitest'
import { DUMMY_HASH, hashPassword, isPassword, requirePasswordLength } from './passwords.ts'

const PASSWORD = 'as long as it is safe'

test('a hash matches its password and no other', async () => {
  const hash = await hashPassword(PASSWORD)
  expect(await isPassword(PASSWORD, hash)).toBe(true)
  expect(await isPassword(`${PASSWORD} `, hash)).toBe(false)
  expect(await isPassword('', hash)).toBe(false)
  expect(await hashPassword(PASSWORD)).not.toBe(hash)
})

test('the dummy hash has the same cost as the hash of a password', async () => {
  const cost = (hash: string) => hash.split('$').slice(0, 4)
  expect(cost(DUMMY_HASH)).toEqual(cost(await hashPassword(PASSWORD)))
})

test.each([undefined, '', '-', '$argon2id$v=19$m=1,t=1,p=1$x$y', '$2b$10$abcdefghijklmnopqrstuv'])(
  'the stored hash %s matches no password',
  async (stored) => {
    for (const password of ['', '-', PASSWORD]) expect(await isPassword(password, stored)).toBe(false)
  },
)

test('a password must have 8 characters to 200 bytes of any kind', () => {
  for (const good of ['48127350', '💿'.repeat(8), 'x'.repeat(200), '        ', 'ÀÉÎõü…ß§']) {
    expect(() => requirePasswordLength(good)).not.toThrow()
  }
  for (const bad of ['', '1234567', '💿💿💿💿', 'x'.repeat(201), '💿'.repeat(51)]) {
    expect(() => requirePasswordLength(bad)).toThrow(/^(Password should be at least|A password has at most) /)
  }
})

test('a full queue refuses passwords with 503 and Retry-After', async () => {
  const results = await Promise.allSettled(Array.from({ length: 120 }, () => hashPassword(PASSWORD)))
  const refusals = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
  expect(results.length - refusals.length).toBeGreaterThanOrEqual(100)
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals[0]).toMatchObject({ status: 503, retryAfter: expect.any(Number) })
}, 60_000)
