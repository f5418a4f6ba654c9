import { expect, test } from 'vitest'
import { hashPassword, isPassword, NOBODYS_HASH, requireFitPassword } from './passwords.ts'

const PASSWORD = 'as long as it is safe'

test('a password is known again, and no other is taken for it', async () => {
  const hash = await hashPassword(PASSWORD)
  expect(await isPassword(PASSWORD, hash)).toBe(true)
  expect(await isPassword(`${PASSWORD} `, hash)).toBe(false)
  expect(await isPassword('', hash)).toBe(false)
  expect(await hashPassword(PASSWORD)).not.toBe(hash)
})

test('what is hashed for nobody costs what a password costs', async () => {
  const cost = (hash: string) => hash.split('$').slice(0, 4)
  expect(cost(NOBODYS_HASH)).toEqual(cost(await hashPassword(PASSWORD)))
})

test.each([undefined, '', '-', '$argon2id$v=19$m=1,t=1,p=1$x$y', '$2b$10$abcdefghijklmnopqrstuv'])(
  'the stored hash %s fits no password',
  async (stored) => {
    for (const password of ['', '-', PASSWORD]) expect(await isPassword(password, stored)).toBe(false)
  },
)

test('a password has 8 characters to 200 bytes, of any kind', () => {
  for (const good of ['48127350', '💿'.repeat(8), 'x'.repeat(200), '        ', 'ÀÉÎõü…ß§']) {
    expect(() => requireFitPassword(good)).not.toThrow()
  }
  for (const bad of ['', '1234567', '💿💿💿💿', 'x'.repeat(201), '💿'.repeat(51)]) {
    expect(() => requireFitPassword(bad)).toThrow(/^(Password should be at least|A password has at most) /)
  }
})

test('beyond a hundred who wait the next are told to come back', async () => {
  const results = await Promise.allSettled(Array.from({ length: 120 }, () => hashPassword(PASSWORD)))
  const refusals = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
  expect(results.length - refusals.length).toBeGreaterThanOrEqual(100)
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals[0]).toMatchObject({ status: 503, retryAfter: expect.any(Number) })
}, 60_000)
