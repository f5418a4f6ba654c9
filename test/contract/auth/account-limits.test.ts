import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  callAuth,
  emailOf,
  PASSWORD,
  sessionOf,
  signIn,
  signUp,
} from '../../support/people/account-client.ts'
import { startServer, type TestServer } from '../../support/site/server.ts'
import { ENGINES } from '../../support/site/test-database.ts'

describe.each(ENGINES)('rate limits on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(engine)
    await signUp(server, 'anna')
    await signUp(server, 'ben')
  })
  afterAll(() => server.close())
  beforeEach(() => server.db.query('delete from auth.rate_limits'))

  const tryPassword = (username: string, password: string, headers = {}) =>
    callAuth(server, 'POST', 'token?grant_type=password', {
      headers,
      body: { email: emailOf(username), password },
    })

  const guess = async (username: string, headers = {}) =>
    (await tryPassword(username, 'a wrong guess', headers)).status

  async function repeat<T>(times: number, work: (number: number) => Promise<T>): Promise<T[]> {
    const results: T[] = []
    for (let number = 0; number < times; number++) results.push(await work(number))
    return results
  }

  test('ten wrong passwords block an account’s sign-ins for a while, even with the right password', async () => {
    expect(await repeat(10, () => guess('anna'))).toEqual(Array(10).fill(400))
    const refused = await tryPassword('anna', PASSWORD)
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(200)
    expect(seconds).toBeLessThanOrEqual(300)
    expect(await refused.json()).toEqual({
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: 'Too many attempts. Please try again in 5 minutes.',
    })
    // Other people are not blocked.
    expect((await tryPassword('ben', PASSWORD)).status).toBe(200)
    await server.db.query(`update auth.rate_limits set resets_at = now() - interval '1 second'`)
    expect((await tryPassword('anna', PASSWORD)).status).toBe(200)
  })

  test('simultaneous guesses get no more attempts than consecutive ones', async () => {
    const statuses = await Promise.all(Array.from({ length: 40 }, () => guess('anna')))
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  test('simultaneous sign-ins with the right password do not block each other', async () => {
    const signIns = Array.from({ length: 20 }, () => tryPassword('anna', PASSWORD))
    expect((await Promise.all(signIns)).map(({ status }) => status)).toEqual(Array(20).fill(200))
    const { access_token: token } = await sessionOf(await signIn(server, 'anna'))
    const changes = Array.from({ length: 12 }, () =>
      callAuth(server, 'PUT', 'user', {
        token,
        body: { password: PASSWORD, current_password: PASSWORD },
      }).then((response) => response.json()),
    )
    expect(await Promise.all(changes)).toEqual(
      Array(12).fill(expect.objectContaining({ error_code: 'same_password' })),
    )
  })

  test('two simultaneous right passwords after nine wrong ones both succeed', async () => {
    await repeat(9, () => guess('anna'))
    const both = await Promise.all([tryPassword('anna', PASSWORD), tryPassword('anna', PASSWORD)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
  })

  test('a right password does not count as an attempt', async () => {
    expect(await repeat(15, async () => (await tryPassword('anna', PASSWORD)).status)).toEqual(
      Array(15).fill(200),
    )
  })

  test('attempts count for an address in any case, with or without an account', async () => {
    expect(await repeat(10, (number) => guess(number % 2 ? 'nobody' : 'NoBody'))).toEqual(Array(10).fill(400))
    expect(await guess('nobody')).toBe(429)
  })

  test('a forged X-Forwarded-For header does not change the counted address', async () => {
    const from = (number: number) => ({
      'x-forwarded-for': `203.0.113.${number}`,
      'x-real-ip': `203.0.113.${number}`,
      forwarded: `for=203.0.113.${number}`,
    })
    const statuses = await repeat(101, (number) => guess(`person-${number}`, from(number)))
    expect(statuses.slice(0, 100)).toEqual(Array(100).fill(400))
    expect(statuses[100]).toBe(429)
    // Refusals by network address do not lock the account.
    const { attempts } = (
      await server.db.query('select max(attempts) as attempts from auth.rate_limits')
    )[0] as { attempts: number }
    expect(attempts).toBe(100)
  })

  test('one address can sign up thirty times an hour', async () => {
    const statuses = await repeat(31, async (number) => {
      const response = await callAuth(server, 'POST', 'signup', {
        body: { email: `crowd-${number}@example.org`, password: PASSWORD },
      })
      return [response.status, response.headers.get('retry-after')] as const
    })
    expect(statuses.slice(0, 30).map(([status]) => status)).toEqual(Array(30).fill(200))
    expect(statuses[30]?.[0]).toBe(429)
    expect(Number(statuses[30]?.[1])).toBeGreaterThan(3500)
    const made = await server.db.query(`select from auth.users where email like 'crowd-%'`)
    expect(made).toHaveLength(30)
  })

  test('guesses of the current password in a session are counted separately', async () => {
    const { access_token: token } = await sessionOf(await signIn(server, 'ben'))
    const { access_token: another } = await sessionOf(await signIn(server, 'ben'))
    const change = async (token: string, current_password: string) =>
      (
        await callAuth(server, 'PUT', 'user', {
          token,
          body: { password: PASSWORD, current_password },
        })
      ).status
    expect(await repeat(10, () => guess('ben'))).toEqual(Array(10).fill(400))
    expect(await guess('ben')).toBe(429)
    expect(await repeat(10, () => change(token, 'a wrong guess'))).toEqual(Array(10).fill(400))
    expect(await change(token, PASSWORD)).toBe(429)
    // The right password, without a new one.
    expect(await change(another, PASSWORD)).toBe(422)
    await server.db.query('delete from auth.rate_limits')
    expect(await repeat(10, () => change(token, 'a wrong guess'))).toEqual(Array(10).fill(400))
    expect((await tryPassword('ben', PASSWORD)).status).toBe(200)
  })

  test('counters written by a clock that was ahead never block longer than their window', async () => {
    await repeat(10, () => guess('anna'))
    expect(await guess('anna')).toBe(429)
    await server.db.query(`update auth.rate_limits set resets_at = now() + interval '330 seconds'`)
    const refused = await tryPassword('anna', PASSWORD)
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 300])
    await server.db.query(`update auth.rate_limits set resets_at = resets_at + interval '1 year'`)
    expect((await tryPassword('anna', PASSWORD)).status).toBe(200)
    expect(await repeat(10, () => guess('anna'))).toEqual(Array(10).fill(400))
    const again = await tryPassword('anna', PASSWORD)
    expect(again.status).toBe(429)
    expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(300)
  })

  test('a refused or successful attempt leaves no counter', async () => {
    await guess('anna')
    await server.db.query('update auth.rate_limits set attempts = 100')
    const counters = () => server.db.query('select key, attempts from auth.rate_limits order by key')
    const before = await counters()
    expect(await repeat(5, (number) => guess(`stranger-${number}`))).toEqual(Array(5).fill(429))
    expect(await counters()).toEqual(before)
    await server.db.query('delete from auth.rate_limits')
    expect((await tryPassword('anna', PASSWORD)).status).toBe(200)
    expect(await counters()).toEqual([])
  })

  test('counters store neither the address nor the account', async () => {
    await guess('anna')
    const stored = JSON.stringify(await server.db.query('select key, attempts from auth.rate_limits'))
    expect(stored).toContain('"attempts":1')
    expect(stored).not.toMatch(/anna|example|127/)
  })
})

describe.each(ENGINES)('rate limits behind a proxy on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(engine, { TRUST_PROXY: '127.0.0.1' })
    await signUp(server, 'anna')
  })
  afterAll(() => server.close())
  beforeEach(() => server.db.query('delete from auth.rate_limits'))

  const signUpFrom = async (ip: string) =>
    (
      await callAuth(server, 'POST', 'signup', {
        headers: { 'x-forwarded-for': ip },
        body: { email: `${crypto.randomUUID()}@example.org`, password: PASSWORD },
      })
    ).status

  test('attempts count per address that the proxy reports, and per IPv6 /64 network', async () => {
    await server.db.query(
      `update auth.rate_limits set attempts = 30 where ${(await signUpFrom('2001:db8::1')) === 200}`,
    )
    expect(await signUpFrom('2001:db8:0:0:1::2')).toBe(429)
    expect(await signUpFrom('2001:db8:0:1::1')).toBe(200)
    expect(await signUpFrom('203.0.113.9')).toBe(200)
  })

  test.each([
    [
      '203.0.113.20',
      ['203.0.113.20:5678', '203.0.113.20:9012', 'forged, 203.0.113.20:1', '203.0.113.20:2, 127.0.0.1:3'],
    ],
    ['2001:db8:7::1', ['[2001:db8:7::1]:5678', '[2001:db8:7::1]', '[2001:db8:7::2]:1, 127.0.0.1']],
  ])('attempts from %s count as one visitor, whichever port the proxy reports', async (ip, others) => {
    expect(await signUpFrom(ip)).toBe(200)
    await server.db.query('update auth.rate_limits set attempts = 30')
    for (const other of others) expect([other, await signUpFrom(other)]).toEqual([other, 429])
  })

  test('the networks of one IPv6 site also share a looser limit', async () => {
    expect(await signUpFrom('2001:db8:7:0101::1')).toBe(200)
    await server.db.query('update auth.rate_limits set attempts = 60')
    expect(await signUpFrom('2001:db8:7:01ff::1')).toBe(429)
    expect(await signUpFrom('2001:db8:7:0201::1')).toBe(200)
    await server.db.query('update auth.rate_limits set attempts = 150')
    expect(await signUpFrom('2001:db8:7:ff01::1')).toBe(429)
    expect(await signUpFrom('2001:db8:8:ff01::1')).toBe(200)
  })

  const signInFrom = async (ip: string, password: string) =>
    (
      await callAuth(server, 'POST', 'token?grant_type=password', {
        headers: { 'x-forwarded-for': ip },
        body: { email: emailOf('anna'), password },
      })
    ).status

  const guessesFrom = async (ip: string) => {
    const statuses: number[] = []
    for (let guess = 0; guess < 10; guess++) statuses.push(await signInFrom(ip, 'a wrong guess'))
    return statuses
  }

  test('a limit blocks the guessing network and not the account’s owner', async () => {
    expect(await guessesFrom('203.0.113.1')).toEqual(Array(10).fill(400))
    expect(await signInFrom('203.0.113.1', PASSWORD)).toBe(429)
    expect(await signInFrom('203.0.113.2', PASSWORD)).toBe(200)
  })

  test('a limit blocks guesses from many networks, but no network that signed in recently', async () => {
    const known = '198.51.100.7'
    expect(await signInFrom(known, PASSWORD)).toBe(200)
    for (let network = 1; network <= 10; network++) {
      expect(await guessesFrom(`203.0.113.${network + 10}`)).toEqual(Array(10).fill(400))
    }
    expect(await signInFrom('203.0.113.99', PASSWORD)).toBe(429)
    expect(await signInFrom(known, 'mistyped')).toBe(400)
    expect(await signInFrom(known, PASSWORD)).toBe(200)
    await server.db.query(`update auth.known_networks set signed_in_at = now() - interval '91 days'`)
    expect(await signInFrom(known, PASSWORD)).toBe(429)
  })

  test('the addresses of known networks are not stored in plain text', async () => {
    await signInFrom('198.51.100.7', PASSWORD)
    const stored = await server.db.query('select user_id, network::text from auth.known_networks')
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toContain('198.51')
  })
})
