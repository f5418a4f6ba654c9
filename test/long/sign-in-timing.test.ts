import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../server/auth/passwords/passwords.ts'
import { callAuth } from '../support/people/account-client.ts'
import { type MailServer, startMailServer } from '../support/people/mail-server.ts'
import { startServer, type TestServer } from '../support/site/server.ts'
import { ENGINES } from '../support/site/test-database.ts'

const PAIRS = 40

describe.each(ENGINES)('response times on %s', (engine) => {
  let server: TestServer
  let mails: MailServer
  beforeAll(async () => {
    mails = await startMailServer()
    server = await startServer(engine, {
      SITE_URL: 'https://films.example.org',
      SMTP_URL: `${mails.url}?from=films@example.org`,
    })
    await server.db.query(
      `insert into auth.users (email, encrypted_password, raw_user_meta_data, email_confirmed_at)
       values ('known@example.org', $1, '{"username": "known"}', now())`,
      [await hashPassword('as long as it is safe')],
    )
  })
  afterAll(async () => {
    await server.close()
    await mails.close()
  })

  const strangers = { password: 'what a stranger chose' }

  test.each<[string, string, object, after?: 'a sign-up']>([
    ['a sign-in', 'token?grant_type=password', { password: 'a wrong guess' }],
    ['a sign-in after a sign-up', 'token?grant_type=password', strangers, 'a sign-up'],
    ['a password reset', 'recover', {}],
    ['a sign-up', 'signup', strangers],
  ])('%s takes the same time for a known and for an unknown address', async (what, path, body, after) => {
    for (const who of after ? ['known', 'unknown'] : []) {
      const response = await callAuth(server, 'POST', 'signup', {
        body: { email: `${who}@example.org`, ...strangers },
      })
      expect(response.status).toBe(200)
    }
    const times = { known: [] as number[], unknown: [] as number[] }
    const responses = { known: new Set<string>(), unknown: new Set<string>() }
    for (let pair = -5; pair < PAIRS; pair++) {
      // The order alternates. Rate limits would block the test.
      const both = ['known', 'unknown'] as const
      for (const who of pair % 2 === 0 ? both : both.toReversed()) {
        await server.db.query('delete from auth.rate_limits')
        if (!after) await server.db.query('delete from auth.users where email_confirmed_at is null')
        const began = performance.now()
        const response = await callAuth(server, 'POST', path, {
          body: { email: `${who}@example.org`, ...body },
        })
        const text = await response.text()
        // The first requests are warm-up.
        if (pair >= 0) times[who].push(performance.now() - began)
        responses[who].add(`${response.status} ${withoutOwn(text, who)}`)
      }
    }
    const [known, unknown] = [median(times.known), median(times.unknown)]
    const chance = chanceOfLonger(times.known, times.unknown)
    console.log(
      `${what} (${engine}, ${PAIRS} pairs): known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ` +
        `difference ${(known - unknown).toFixed(2)} ms; a known address took longer ${Math.round(chance * 100)} times of 100`,
    )
    expect(responses.known).toEqual(responses.unknown)
    // Forty equal pairs deviate by about 7 of 100. A missing hash computation, for example, gives 0 or 100.
    expect(chance).toBeGreaterThan(0.25)
    expect(chance).toBeLessThan(0.75)
  })
})

/** Returns the response without the address, times and ids. */
function withoutOwn(text: string, who: string): string {
  return text
    .replaceAll(`${who}@example.org`, 'address')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.+]+/g, 'time')
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
}

/** Returns the probability that a first time is longer than a second one; 0.5 if they do not differ. */
function chanceOfLonger(first: readonly number[], second: readonly number[]): number {
  const wins = first.flatMap((a) => second.map((b) => Number(a > b)))
  return wins.reduce((sum, win) => sum + win, 0) / wins.length
}
