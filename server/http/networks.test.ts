import { expect, test } from 'vitest'
import { network, networks } from './networks.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8::1', '2001:db8:0:0:ffff:1:2:3'],
  ['2001:0DB8:0:0::', '2001:db8::%eth0'],
])('%s and %s are in one network', (one, other) => {
  expect(network(one)).toBe(network(other))
})

test.each([
  ['203.0.113.9', '203.0.113.10'],
  ['2001:db8:0:1::1', '2001:db8:0:2::1'],
  ['::1', '127.0.0.1'],
])('%s and %s are in two networks', (one, other) => {
  expect(network(one)).not.toBe(network(other))
})

test('an IPv6 address belongs to a /64, a /56 and a /48', () => {
  const [own, home, organisation] = networks('2001:db8:0:12ab::1')
  expect(networks('2001:db8:0:12cd::1').slice(1)).toEqual([home, organisation])
  expect(networks('2001:db8:0:34cd::1').slice(2)).toEqual([organisation])
  expect(networks('2001:db8:1:12ab::1')).not.toContain(organisation)
  expect(new Set([own, home, organisation]).size).toBe(3)
})
