import { expect, test } from 'vitest'
import { mailLimits, network, signInLimits, signUpLimits } from './rate-limits.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8::1', '2001:db8:0:0:ffff:1:2:3'],
  ['2001:0DB8:0:0::', '2001:db8::%eth0'],
])('%s and %s are one visitor', (one, other) => {
  expect(network(one)).toBe(network(other))
})

test.each([
  ['203.0.113.9', '203.0.113.10'],
  ['2001:db8:0:1::1', '2001:db8:0:2::1'],
  ['::1', '127.0.0.1'],
])('%s and %s are two', (one, other) => {
  expect(network(one)).not.toBe(network(other))
})

test('what is counted apart has keys of its own, which name nobody', () => {
  const limits = [
    ...signUpLimits('203.0.113.9'),
    ...signInLimits('203.0.113.9', 'anna@example.org'),
    ...mailLimits('203.0.113.9', 'anna@example.org'),
  ]
  expect(new Set(limits.map(({ key }) => key)).size).toBe(5)
  for (const { key } of limits) expect(key).toMatch(/^[\w-]{43}$/)
})
