import { expect, test } from 'vitest'
import { currentPasswordLimits, mailLimits, signInLimits, signUpLimits } from './rate-limits.ts'

test('an IPv6 address is counted for its /64, /56 and /48, with higher limits for the wider ones', () => {
  const limits = (ip: string) => signUpLimits(ip).map(({ key, attempts }) => ({ key, attempts }))
  const [one, two, three] = limits('2001:db8:0:12ab::1')
  expect([one?.attempts, two?.attempts, three?.attempts]).toEqual([30, 60, 150])
  expect(limits('2001:db8:0:12cd::1').slice(1)).toEqual([two, three])
  expect(limits('2001:db8:0:34cd::1').slice(2)).toEqual([three])
  expect(limits('2001:db8:1:12ab::1').map(({ key }) => key)).not.toContain(three?.key)
  expect(limits('203.0.113.9')).toHaveLength(1)
})

test('every counter has its own key, which contains no address', () => {
  const limits = [
    ...signUpLimits('203.0.113.9'),
    ...signInLimits('203.0.113.9', 'anna@example.org', false),
    ...currentPasswordLimits('203.0.113.9'),
    ...mailLimits('203.0.113.9', 'anna@example.org'),
  ]
  expect(new Set(limits.map(({ key }) => key)).size).toBe(7)
  for (const { key } of limits) expect(key).toMatch(/^[\w-]{43}$/)
})
