import { expect, test } from 'vitest'
import { hashPassword, isPassword, NOBODYS_HASH, requireStrongPassword } from './passwords.ts'

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

test('a password has 8 characters to 200 bytes, of any kind', async () => {
  for (const good of ['48127350', '💿'.repeat(8), 'x'.repeat(200), '        ', 'ÀÉÎõü…ß§']) {
    await requireStrongPassword(good, [])
  }
  for (const bad of ['', '1234567', '💿💿💿💿', 'x'.repeat(201), '💿'.repeat(51)]) {
    await expect(requireStrongPassword(bad, [])).rejects.toThrow(/^A password has at /)
  }
})

test('a password that many people have is none', async () => {
  for (const bad of ['password', 'PassWord', '12345678', 'qwertyuiop', 'iloveyou', 'trustno1']) {
    await expect(requireStrongPassword(bad, [])).rejects.toThrow(/many people have/)
  }
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const listed = dictionary['passwords-common'].filter((password) => password.length >= 8)
  expect(listed.length).toBeGreaterThan(3000)
})

test('a password is not merely what everybody knows', async () => {
  const about = ['margot@films.example', 'margot-tenenbaum']
  for (const bad of [
    'criterion',
    'Criterion1982!',
    'margot1234',
    'TenenbaumMargot',
    'films.example',
    'margot margot',
  ]) {
    await expect(requireStrongPassword(bad, about)).rejects.toThrow(/little more than your name/)
  }
  for (const good of ['margot likes owls', 'the criterion of truth', 'tenenbau']) {
    await requireStrongPassword(good, about)
  }
})

test('beyond a hundred who wait the next are told to come back', async () => {
  const results = await Promise.allSettled(Array.from({ length: 120 }, () => hashPassword(PASSWORD)))
  const refusals = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
  expect(results.length - refusals.length).toBeGreaterThanOrEqual(100)
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals[0]).toMatchObject({ status: 503, retryAfter: expect.any(Number) })
}, 60_000)
